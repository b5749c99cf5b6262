package dev.waybill.cli.jobs;

import picocli.CommandLine.Command;

/// `waybill dead`
@Command(
    name = "dead",
    description = "List and show dead letters: jobs that used up their attempts or were rejected.",
    subcommands = {DeadListCommand.class, DeadShowCommand.class})
public final class DeadCommand {}
