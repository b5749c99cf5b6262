package dev.waybill.cli.documents;

import picocli.CommandLine.Command;

/// `waybill documents`
@Command(
    name = "documents",
    description = "List, show and delete documents.",
    subcommands = {
      DocumentsListCommand.class,
      DocumentsShowCommand.class,
      DocumentsDeleteCommand.class,
      DocumentsEraseCommand.class
    })
public final class DocumentsCommand {}
