package dev.waybill.messages.send;

import dev.waybill.Job;
import dev.waybill.NewJob;
import dev.waybill.Payload;
import dev.waybill.base.WorkContext;
import dev.waybill.messages.record.EventDetails;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The job that asks a provider what became of a message.
///
/// @param traceparent the trace of the message; null if it has none
record CheckJob(String messageId, int attempt, String providerMsgId, @Nullable String traceparent) {

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

  /// In the trace that the current thread works for.
  CheckJob(String messageId, int attempt, String providerMsgId) {
    this(messageId, attempt, providerMsgId, WorkContext.current().traceparent());
  }

  /// The queue of a provider.
  static String queue(String provider) {
    return "provider.check." + provider;
  }

  static CheckJob read(Job job) {
    CheckJob read = DOCUMENT.readAnswer(job.payload().bytesWithoutCopy());
    return new CheckJob(
        read.messageId, read.attempt, read.providerMsgId, job.request().traceContext());
  }

  WorkContext context(String tenant) {
    return WorkContext.current()
        .with(MessageIds.forLog(tenant, messageId, attempt))
        .with(Map.of(EventDetails.PROVIDER_MSG_ID, providerMsgId))
        .in(traceparent);
  }

  NewJob job(String provider, Duration delay) {
    return NewJob.builder(TYPE)
        .queue(queue(provider))
        .payload(Payload.wrap(DOCUMENT.bytes(this)))
        .requestId("message/" + messageId + "/" + attempt + "/check")
        .traceContext(traceparent)
        .delay(delay)
        .build();
  }

  /// The pause after so many lookups.
  static Duration pause(int lookups) {
    return PAUSES[Math.min(lookups, PAUSES.length - 1)];
  }
}
