package dev.waybill.wire.topic;

import static dev.waybill.wire.json.Codecs.JSON;
import static dev.waybill.wire.json.Codecs.TEXT;
import static dev.waybill.wire.json.Codecs.word;

import dev.waybill.Priority;
import dev.waybill.RetryPolicy;
import dev.waybill.message.NewTopicMessage;
import dev.waybill.wire.job.RetryPolicyJson;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;
import org.jspecify.annotations.Nullable;

/// A request to create a message. Its creator is the authenticated caller.
public record NewTopicMessageJson(
    String type,
    String stage,
    String payload,
    @Nullable String correlationId,
    @Nullable Priority priority,
    @Nullable RetryPolicy retry) {

  private static final Fields<NewTopicMessageJson> FIELDS =
      Fields.of("NewTopicMessage", "A message to create.");
  private static final Slot.Of<String> TYPE =
      FIELDS.text("message_type", NewTopicMessageJson::type, "Such as `manual_notification`.");
  private static final Slot.Of<String> STAGE =
      FIELDS.text("stage", NewTopicMessageJson::stage, "Such as `dev`, `stage` or `prod`.");
  private static final Slot.Of<String> PAYLOAD =
      FIELDS.required(
          "payload",
          JSON,
          NewTopicMessageJson::payload,
          "Any JSON of up to 64 KiB, kept byte for byte.");
  private static final Slot.Maybe<String> CORRELATION_ID =
      FIELDS.optional(
          "correlation_id",
          TEXT,
          NewTopicMessageJson::correlationId,
          "Links related jobs, events and messages; default is a new one.");
  private static final Slot.Maybe<Priority> PRIORITY =
      FIELDS.optional(
          "priority",
          word(Priority.class),
          NewTopicMessageJson::priority,
          "Its priority; its event is then version 2.0.");
  private static final Slot.Maybe<RetryPolicy> RETRY =
      FIELDS.optional(
          "retry_policy",
          RetryPolicyJson.DOCUMENT,
          NewTopicMessageJson::retry,
          "Retry policy; default is that of its queue. Its event is then version 2.0.");

  public static final Document<NewTopicMessageJson> DOCUMENT =
      FIELDS.make(
          in ->
              new NewTopicMessageJson(
                  in.get(TYPE),
                  in.get(STAGE),
                  in.get(PAYLOAD),
                  in.get(CORRELATION_ID),
                  in.get(PRIORITY),
                  in.get(RETRY)));

  public static NewTopicMessageJson of(NewTopicMessage message) {
    return new NewTopicMessageJson(
        message.type(),
        message.stage(),
        message.payload(),
        message.correlationId(),
        message.priority(),
        message.retry());
  }

  /// @param principal the authenticated caller
  public NewTopicMessage by(String principal) {
    return NewTopicMessage.byUser(principal, type, stage, payload)
        .withCorrelationId(correlationId)
        .withPriority(priority)
        .withRetry(retry);
  }
}
