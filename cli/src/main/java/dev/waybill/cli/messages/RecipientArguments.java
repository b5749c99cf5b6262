package dev.waybill.cli.messages;

import picocli.CommandLine.Parameters;

/// A recipient on a channel.
final class RecipientArguments {

  @Parameters(
      index = "0",
      paramLabel = "CHANNEL",
      description = "email, sms, push, chat or webhook.")
  String channel = "";

  @Parameters(index = "1", paramLabel = "RECIPIENT", description = "An address on that channel.")
  String recipient = "";
}
