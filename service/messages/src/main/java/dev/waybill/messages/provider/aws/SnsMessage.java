package dev.waybill.messages.provider.aws;

import java.nio.charset.StandardCharsets;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// A message of Amazon SNS.
record SnsMessage(JsonNode json) {

  private static final List<String> NOTIFICATION =
      List.of("Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type");
  private static final List<String> CONFIRMATION =
      List.of("Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type");

  String text(String name) {
    return json.path(name).asString("");
  }

  boolean isNotification() {
    return text("Type").equals("Notification");
  }

  boolean isConfirmation() {
    return text("Type").equals("SubscriptionConfirmation");
  }

  boolean isKnown() {
    return isNotification() || isConfirmation() || text("Type").equals("UnsubscribeConfirmation");
  }

  /// The bytes that SNS signs: names and values, exactly as received.
  byte[] signed() {
    StringBuilder signed = new StringBuilder();
    for (String name : isNotification() ? NOTIFICATION : CONFIRMATION) {
      if (json.has(name)) {
        signed.append(name).append('\n').append(text(name)).append('\n');
      }
    }
    return signed.toString().getBytes(StandardCharsets.UTF_8);
  }
}
