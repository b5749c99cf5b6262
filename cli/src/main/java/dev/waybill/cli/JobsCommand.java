package dev.waybill.cli;

import picocli.CommandLine.Command;

/// `waybill jobs`
@Command(
    name = "jobs",
    description = "Look at jobs.",
    subcommands = {JobsListCommand.class, JobsShowCommand.class})
final class JobsCommand {}
