package dev.waybill.cli.documents;

import picocli.CommandLine.Command;

/// `waybill documents diagrams`
@Command(
    name = "diagrams",
    description = "List, show and delete diagrams of documents.",
    subcommands = {
      DiagramsListCommand.class,
      DiagramsShowCommand.class,
      DiagramsDeleteCommand.class
    })
final class DiagramsCommand {}
