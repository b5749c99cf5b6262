package dev.waybill.cli.messages;

import picocli.CommandLine.Command;

/// `waybill messages`
@Command(
    name = "messages",
    description = "List, show, resend, cancel and erase messages, and verify receipts.",
    subcommands = {
      MessagesListCommand.class,
      MessagesShowCommand.class,
      MessagesAttachmentCommand.class,
      MessagesExplainCommand.class,
      MessagesResendCommand.class,
      MessagesCancelCommand.class,
      MessagesEraseCommand.class,
      MessagesVerifyReceiptCommand.class,
      MessagesReceiptKeysCommand.class,
      MessagesHooksCommand.class,
      MessagesCreateCommand.class
    })
public final class MessagesCommand {}
