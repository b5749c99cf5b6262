package dev.waybill.cli.documents;

import picocli.CommandLine.Command;

/// `waybill documents`
@Command(
    name = "documents",
    description = "List, show, download and delete documents, and draw diagrams of them.",
    subcommands = {
      DocumentsListCommand.class,
      DocumentsShowCommand.class,
      DocumentsDownloadCommand.class,
      DocumentsDeleteCommand.class,
      DocumentsEraseCommand.class,
      DocumentsDiagramCommand.class,
      DiagramsCommand.class
    })
public final class DocumentsCommand {}
