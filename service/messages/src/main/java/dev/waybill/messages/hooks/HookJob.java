package dev.waybill.messages.hooks;

import static dev.waybill.wire.json.Codecs.JSON;

import dev.waybill.NewJob;
import dev.waybill.Payload;
import dev.waybill.RetryPolicy;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The job that tells one endpoint of one event.
///
/// @param eventId the same in every try, and after a crash
/// @param position of the event in the ledger
/// @param body what is sent, without personal data
record HookJob(String hook, String eventId, long position, String body) {

  static final String QUEUE = "msg.hooks";
  static final String TYPE = "message.hook";

  /// About three days.
  private static final RetryPolicy RETRY =
      RetryPolicy.DEFAULT
          .withMaxErrors(15)
          .withDelays(Duration.ofSeconds(5), 3.0, Duration.ofHours(8));

  private static final Fields<HookJob> FIELDS = Fields.of("HookJob", "Tells of an event.");
  private static final Slot.Of<String> HOOK = FIELDS.text("hook", HookJob::hook, "The hook.");
  private static final Slot.Of<String> EVENT_ID =
      FIELDS.text("event_id", HookJob::eventId, "The ID of the event.");
  private static final Slot.Whole POSITION =
      FIELDS.whole("position", HookJob::position, "The position of the event in the ledger.");
  private static final Slot.Of<String> BODY =
      FIELDS.required("body", JSON, HookJob::body, "What is sent.");
  private static final Document<HookJob> DOCUMENT =
      FIELDS.make(
          in -> new HookJob(in.get(HOOK), in.get(EVENT_ID), in.get(POSITION), in.get(BODY)));

  static HookJob read(Payload payload) {
    return DOCUMENT.readAnswer(payload.bytesWithoutCopy());
  }

  /// Callers cannot use such a request ID.
  String requestId() {
    return "message/hook/" + hook + '/' + eventId;
  }

  /// @param traceparent of the caller who sent the message; null if there is none
  NewJob job(@Nullable String traceparent) {
    return NewJob.builder(TYPE)
        .queue(QUEUE)
        .payload(Payload.wrap(DOCUMENT.bytes(this)))
        .requestId(requestId())
        .retry(RETRY)
        .traceContext(traceparent)
        .build();
  }
}
