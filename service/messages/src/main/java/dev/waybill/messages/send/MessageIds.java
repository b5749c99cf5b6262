package dev.waybill.messages.send;

import dev.waybill.base.Text;
import dev.waybill.messages.DerivedId;
import dev.waybill.messages.record.AttemptId;
import dev.waybill.messages.record.EventDetails;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// IDs of messages. The same request ID gives the same message ID.
final class MessageIds {

  static final int LONGEST = 128;

  private MessageIds() {}

  static String of(String tenant, @Nullable String requestId) {
    String key = Objects.requireNonNullElseGet(requestId, () -> UUID.randomUUID().toString());
    return DerivedId.of("sent-message", tenant, key);
  }

  static String correlation(String messageId, @Nullable String given) {
    return Objects.requireNonNullElseGet(given, () -> DerivedId.of("correlation", messageId));
  }

  /// The IDs of an attempt for log entries and events, by their names.
  static Map<String, String> forLog(String tenant, String messageId, int attempt) {
    return Map.of(
        "tenant_id",
        tenant,
        "message_id",
        messageId,
        "attempt_no",
        Integer.toString(attempt),
        EventDetails.ATTEMPT_ID,
        AttemptId.of(messageId, attempt));
  }

  static boolean isPossible(String text) {
    return !text.isBlank() && text.length() <= LONGEST && Text.isStorable(text);
  }
}
