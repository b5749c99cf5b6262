package dev.waybill.message;

import dev.waybill.Code;
import dev.waybill.Payload;
import dev.waybill.Priority;
import dev.waybill.RetryPolicy;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import dev.waybill.settings.Limits;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A message to create on a topic.
///
/// @param source `web-api` or `scheduler`
/// @param createdBy `user:` and a name, or `scheduler`
/// @param payload JSON of at most 64 KiB, kept as it is written
/// @param requestId the caller's own key: the same key in a tenant is the same message
/// @param correlationId carried along, to find everything that belongs together; null for a new one
/// @param priority of its event, which is then one of version 2.0
/// @param retry the retry policy instead of that of its queue; its event is then of version 2.0
/// @param traceContext the W3C `traceparent` of the caller
public record NewTopicMessage(
    String source,
    String createdBy,
    String type,
    String stage,
    String payload,
    @Nullable String requestId,
    @Nullable String correlationId,
    @Nullable Priority priority,
    @Nullable RetryPolicy retry,
    @Nullable String traceContext) {

  private static final String SCHEDULER = "scheduler";
  private static final String WEB_API = "web-api";
  private static final Pattern UUID_SHAPE =
      Pattern.compile("[0-9A-Za-z]{8}(-[0-9A-Za-z]{4}){3}-[0-9A-Za-z]{12}");

  public NewTopicMessage {
    check(Text.isName(type), "the type of a message must be a name; it is " + Text.quote(type));
    check(Text.isName(stage), "the stage of a message must be a name; it is " + Text.quote(stage));
    check(isKey(createdBy), "the creator of a message must be 1 to 256 characters");
    check(requestId == null || isKey(requestId), "a request ID must be 1 to 256 characters");
    check(
        correlationId == null || UUID_SHAPE.matcher(correlationId).matches(),
        "the correlation ID of a message must have the form of a UUID");
    checkPayload(payload);
  }

  /// A message that a user creates over the web API.
  public static NewTopicMessage byUser(
      String principal, String type, String stage, String payload) {
    return of(WEB_API, "user:" + principal, type, stage, payload);
  }

  public static NewTopicMessage byScheduler(String type, String stage, String payload) {
    return of(SCHEDULER, SCHEDULER, type, stage, payload);
  }

  private static NewTopicMessage of(
      String source, String createdBy, String type, String stage, String payload) {
    return new NewTopicMessage(
        source, createdBy, type, stage, payload, null, null, null, null, null);
  }

  public NewTopicMessage withRequestId(@Nullable String key) {
    return with(fields -> fields.requestId = key);
  }

  public NewTopicMessage withCorrelationId(@Nullable String shared) {
    return with(fields -> fields.correlationId = shared);
  }

  public NewTopicMessage withPriority(@Nullable Priority urgency) {
    return with(fields -> fields.priority = urgency);
  }

  public NewTopicMessage withRetry(@Nullable RetryPolicy policy) {
    return with(fields -> fields.retry = policy);
  }

  public NewTopicMessage withTraceContext(@Nullable String traceparent) {
    return with(fields -> fields.traceContext = traceparent);
  }

  private static boolean isKey(String text) {
    return !text.isBlank() && text.length() <= Limits.KEY_LENGTH && Text.isStorable(text);
  }

  private static void checkPayload(String payload) {
    if (Payload.of(payload).size() > Limits.INLINE_BYTES) {
      throw new WaybillException(
          Code.PAYLOAD_TOO_LARGE, "the payload of a message has at most 64 KiB");
    }
    check(Text.isStorable(payload), "the payload of a message must be JSON");
  }

  private static void check(boolean holds, String otherwise) {
    if (!holds) {
      throw new WaybillException(Code.INVALID_ARGUMENT, otherwise);
    }
  }

  private NewTopicMessage with(Consumer<Fields> change) {
    Fields fields = new Fields(this);
    change.accept(fields);
    return fields.value();
  }

  /// The fields of a copy while it is made.
  private static final class Fields {
    private String source;
    private String createdBy;
    private String type;
    private String stage;
    private String payload;
    private @Nullable String requestId;
    private @Nullable String correlationId;
    private @Nullable Priority priority;
    private @Nullable RetryPolicy retry;
    private @Nullable String traceContext;

    private Fields(NewTopicMessage of) {
      source = of.source;
      createdBy = of.createdBy;
      type = of.type;
      stage = of.stage;
      payload = of.payload;
      requestId = of.requestId;
      correlationId = of.correlationId;
      priority = of.priority;
      retry = of.retry;
      traceContext = of.traceContext;
    }

    private NewTopicMessage value() {
      return new NewTopicMessage(
          source,
          createdBy,
          type,
          stage,
          payload,
          requestId,
          correlationId,
          priority,
          retry,
          traceContext);
    }
  }
}
