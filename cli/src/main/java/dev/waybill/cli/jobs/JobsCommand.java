package dev.waybill.cli.jobs;

import picocli.CommandLine.Command;

/// `waybill jobs`
@Command(
    name = "jobs",
    description = "List, show, explain, watch, cancel, retry and delete jobs.",
    subcommands = {
      JobsListCommand.class,
      JobsShowCommand.class,
      JobsExplainCommand.class,
      JobsPayloadCommand.class,
      JobsResultCommand.class,
      JobChangeCommand.Cancel.class,
      JobChangeCommand.Retry.class,
      JobsDeleteCommand.class,
      JobsWatchCommand.class
    })
public final class JobsCommand {}
