package dev.waybill.cli.documents;

import picocli.CommandLine.Command;

/// `waybill documents`
@Command(
    name = "documents",
    description = "List, show and delete documents, and draw diagrams of them.",
    subcommands = {
      DocumentsListCommand.class,
      DocumentsShowCommand.class,
      DocumentsDeleteCommand.class,
      DocumentsEraseCommand.class,
      DocumentsDiagramCommand.class
    })
public final class DocumentsCommand {}
