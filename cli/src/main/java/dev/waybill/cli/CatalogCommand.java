package dev.waybill.cli;

import picocli.CommandLine.Command;

/// `waybill catalog`
@Command(
    name = "catalog",
    description = "Look after what search is answered from.",
    subcommands = CatalogRebuildCommand.class)
final class CatalogCommand {}
