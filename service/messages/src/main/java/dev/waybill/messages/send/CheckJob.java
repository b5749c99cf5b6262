package dev.waybill.messages.send;

import dev.waybill.NewJob;
import dev.waybill.Payload;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;
import java.time.Duration;

/// The job that asks a provider what became of a message.
record CheckJob(String messageId, int attempt, String providerMsgId) {

  static final String TYPE = "message.check";

  /// Pauses between two lookups; the last one is repeated.
  private static final Duration[] PAUSES = {
    Duration.ofSeconds(30),
    Duration.ofMinutes(2),
    Duration.ofMinutes(10),
    Duration.ofMinutes(30),
    Duration.ofHours(2)
  };

  private static final Fields<CheckJob> FIELDS =
      Fields.of("CheckJob", "Asks a provider about a message.");
  private static final Slot.Of<String> ID =
      FIELDS.text("message_id", CheckJob::messageId, "The message.");
  private static final Slot.Count ATTEMPT =
      FIELDS.count("attempt_no", CheckJob::attempt, "The attempt.");
  private static final Slot.Of<String> PROVIDER_MSG_ID =
      FIELDS.text("provider_msg_id", CheckJob::providerMsgId, "The ID at the provider.");
  private static final Document<CheckJob> DOCUMENT =
      FIELDS.make(in -> new CheckJob(in.get(ID), in.get(ATTEMPT), in.get(PROVIDER_MSG_ID)));

  /// The queue of a provider.
  static String queue(String provider) {
    return "provider.check." + provider;
  }

  static CheckJob read(Payload payload) {
    return DOCUMENT.readAnswer(payload.bytesWithoutCopy());
  }

  NewJob job(String provider, Duration delay) {
    return NewJob.builder(TYPE)
        .queue(queue(provider))
        .payload(Payload.wrap(DOCUMENT.bytes(this)))
        .requestId("message/" + messageId + "/" + attempt + "/check")
        .delay(delay)
        .build();
  }

  /// The pause after so many lookups.
  static Duration pause(int lookups) {
    return PAUSES[Math.min(lookups, PAUSES.length - 1)];
  }
}
