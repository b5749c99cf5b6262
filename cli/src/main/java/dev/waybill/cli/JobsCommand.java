package dev.waybill.cli;

import picocli.CommandLine.Command;

/// `waybill jobs`
@Command(
    name = "jobs",
    description = "Look at jobs, cancel, retry and watch them.",
    subcommands = {
      JobsListCommand.class,
      JobsShowCommand.class,
      JobsCancelCommand.class,
      JobsRetryCommand.class,
      JobsWatchCommand.class
    })
final class JobsCommand {}
