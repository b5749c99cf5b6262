package dev.waybill.cli.messages;

import picocli.CommandLine.Command;

/// `waybill messages hooks`
@Command(
    name = "hooks",
    description = "Manage webhook endpoints that receive message events.",
    subcommands = {
      HooksPutCommand.class,
      HooksListCommand.class,
      HooksShowCommand.class,
      HooksDeleteCommand.class
    })
final class MessagesHooksCommand {}
