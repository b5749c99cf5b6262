package dev.waybill.cli.export;

import picocli.CommandLine.Command;

/// `waybill export`
@Command(
    name = "export",
    description = "Write jobs, messages or events of a time range to a file.",
    subcommands = {ExportJobsCommand.class, ExportMessagesCommand.class, ExportEventsCommand.class})
public final class ExportCommand {}
