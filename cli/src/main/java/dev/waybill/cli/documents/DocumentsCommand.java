package dev.waybill.cli.documents;

import picocli.CommandLine.Command;

/// `waybill documents`
@Command(
    name = "documents",
    description = "List, show, download and delete documents.",
    subcommands = {
      DocumentsListCommand.class,
      DocumentsShowCommand.class,
      DocumentsDownloadCommand.class,
      DocumentsDeleteCommand.class,
      DocumentsEraseCommand.class
    })
public final class DocumentsCommand {}
