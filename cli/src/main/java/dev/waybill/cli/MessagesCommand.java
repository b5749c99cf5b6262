package dev.waybill.cli;

import picocli.CommandLine.Command;

/// `waybill messages`
@Command(
    name = "messages",
    description = "Make messages and see how far they are.",
    subcommands = {MessagesCreateCommand.class, MessagesShowCommand.class})
final class MessagesCommand {}
