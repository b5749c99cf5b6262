package dev.waybill.cli;

import picocli.CommandLine.Command;

/// `waybill catalog`
@Command(
    name = "catalog",
    description = "Manage the search index.",
    subcommands = CatalogRebuildCommand.class)
final class CatalogCommand {}
