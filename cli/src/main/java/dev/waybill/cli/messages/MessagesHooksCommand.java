package dev.waybill.cli.messages;

import picocli.CommandLine.Command;

/// `waybill messages hooks`
@Command(
    name = "hooks",
    description = "Manage the endpoints that are told of the events of messages.",
    subcommands = {
      HooksPutCommand.class,
      HooksListCommand.class,
      HooksShowCommand.class,
      HooksDeleteCommand.class
    })
final class MessagesHooksCommand {}
