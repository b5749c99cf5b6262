package dev.waybill.messages.send;

import dev.waybill.base.Text;
import dev.waybill.messages.DerivedId;
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

  static boolean isPossible(String text) {
    return !text.isBlank() && text.length() <= LONGEST && Text.isStorable(text);
  }
}
