package dev.waybill.message;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Which messages to erase.
public sealed interface Erasure {

  /// Messages by their IDs. IDs of no message are left out of the receipt.
  record OfMessages(List<String> ids) implements Erasure {

    public OfMessages {
      ids = List.copyOf(ids);
    }
  }

  /// Messages to one recipient. A call erases some of them; its receipt says where to continue.
  ///
  /// @param channel null for every channel
  /// @param recipient the address as it was sent to; the case of an e-mail address does not matter
  /// @param cursor the end of the receipt before; null to begin
  record OfRecipient(@Nullable String channel, String recipient, @Nullable String cursor)
      implements Erasure {

    public OfRecipient next(String end) {
      return new OfRecipient(channel, recipient, end);
    }
  }
}
