package dev.waybill.cli.topics;

import picocli.CommandLine.Command;

/// `waybill messages`
@Command(
    name = "messages",
    description = "Create messages and show their status.",
    subcommands = {MessagesCreateCommand.class, MessagesShowCommand.class})
public final class MessagesCommand {}
