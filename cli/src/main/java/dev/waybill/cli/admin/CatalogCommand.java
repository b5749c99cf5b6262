package dev.waybill.cli.admin;

import picocli.CommandLine.Command;

/// `waybill catalog`
@Command(
    name = "catalog",
    description = "Manage the search index.",
    subcommands = CatalogRebuildCommand.class)
public final class CatalogCommand {}
