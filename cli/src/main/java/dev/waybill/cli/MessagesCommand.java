package dev.waybill.cli;

import picocli.CommandLine.Command;

/// `waybill messages`
@Command(
    name = "messages",
    description = "Create messages and show their status.",
    subcommands = {MessagesCreateCommand.class, MessagesShowCommand.class})
final class MessagesCommand {}
