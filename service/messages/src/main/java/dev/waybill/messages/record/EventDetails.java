package dev.waybill.messages.record;

import dev.waybill.Payload;
import dev.waybill.base.WorkContext;
import dev.waybill.wire.json.Codec;
import dev.waybill.wire.json.Codecs;
import dev.waybill.wire.json.JsonIn;
import dev.waybill.wire.json.JsonOut;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The names of what an event of a message says, and their JSON.
public final class EventDetails {

  public static final String ATTEMPT_ID = "attempt_id";
  /// `hard` or `soft`; absent if the provider does not say.
  public static final String BOUNCE_TYPE = "bounce_type";

  public static final String SOFT = "soft";
  public static final String CHANNEL = "channel";
  public static final String CORRELATION_ID = "correlation_id";
  public static final String ERROR = "error";
  public static final String ERROR_CODE = "error_code";
  /// The job that makes an attempt, if it is not the only one that may.
  public static final String JOB_ID = "job_id";

  public static final String PROVIDER_KEY = "provider_key";
  public static final String PROVIDER_MSG_ID = "provider_msg_id";
  /// What the answer of the provider says about the delivery.
  public static final String PROVIDER_STATE = "provider_state";

  /// Present if another attempt follows a failed one.
  public static final String RETRIED = "retried";

  public static final String REASON = "reason";
  /// Present if the provider refused the message for good.
  public static final String REFUSED = "refused";

  public static final String RETRY_AT = "retry_at";
  public static final String SEND_AT = "send_at";
  public static final String TRACE_ID = WorkContext.TRACE_ID;

  /// The W3C `traceparent` of the caller, in the first event of a message.
  public static final String TRACEPARENT = "traceparent";

  /// The sealed content of a message, in Base64.
  static final String CONTENT = "content";

  /// The blob of the sealed content, if it is large.
  public static final String BODY_REF = "body_ref";

  /// How many bytes of that blob are the content; attachments follow.
  static final String BODY_BYTES = "body_bytes";

  private static final int MOST = 64;
  private static final Codec<Map<String, String>> CODEC = Codecs.map(Codecs.TEXT, MOST);

  private EventDetails() {}

  /// @param pairs names and values in turns; a value that is null is left out
  public static Map<String, String> of(@Nullable String... pairs) {
    Map<String, String> details = new TreeMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      String name = pairs[i];
      String value = pairs[i + 1];
      if (name != null && value != null) {
        details.put(name, value);
      }
    }
    return details;
  }

  static Payload payload(Map<String, String> details) {
    return Payload.wrap(JsonOut.write(out -> new TreeMap<>(details).forEach(out::text)));
  }

  public static Map<String, String> read(Payload data) {
    return JsonIn.readAnswer(data.bytesWithoutCopy(), CODEC::read);
  }
}
