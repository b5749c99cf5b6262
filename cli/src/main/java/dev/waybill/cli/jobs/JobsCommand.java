package dev.waybill.cli.jobs;

import picocli.CommandLine.Command;

/// `waybill jobs`
@Command(
    name = "jobs",
    description = "List, show, watch, cancel, retry and delete jobs.",
    subcommands = {
      JobsListCommand.class,
      JobsShowCommand.class,
      JobsPayloadCommand.class,
      JobsResultCommand.class,
      JobsCancelCommand.class,
      JobsRetryCommand.class,
      JobsDeleteCommand.class,
      JobsWatchCommand.class
    })
public final class JobsCommand {}
