package dev.waybill.messages.send;

import dev.waybill.base.Recent;
import dev.waybill.message.NewMessage;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The contents of messages that this server accepted last, so that its sender need not read them
/// from the store.
final class RecentContents {

  private static final int MOST = 4_096;

  /// Longer bodies and attachments are read from the store, so that the cache takes at most some
  /// ten megabytes.
  private static final int LONGEST = 4_096;

  private record Key(String tenant, String messageId) {}

  private final Recent<Key, NewMessage> contents = new Recent<>(MOST);

  void put(String tenant, String messageId, NewMessage message) {
    boolean small = length(message.body().text()) + length(message.body().html()) <= LONGEST;
    if (small && message.attachments().isEmpty()) {
      contents.put(new Key(tenant, messageId), message);
    }
  }

  private static int length(@Nullable String text) {
    return text == null ? 0 : text.length();
  }

  Optional<NewMessage> find(String tenant, String messageId) {
    return contents.find(new Key(tenant, messageId));
  }

  void forget(String tenant, String messageId) {
    contents.remove(new Key(tenant, messageId));
  }
}
