package dev.waybill.cli.messages;

import picocli.CommandLine.Command;

/// `waybill suppressions`
@Command(
    name = "suppressions",
    description = "Show and change the list of recipients that get no messages.",
    subcommands = {
      SuppressionsAddCommand.class,
      SuppressionsRemoveCommand.class,
      SuppressionsShowCommand.class,
      SuppressionsListCommand.class,
      SuppressionsImportCommand.class,
      SuppressionsExportCommand.class
    })
public final class SuppressionsCommand {}
