package dev.waybill.message;

import java.util.Optional;

/// Messages: a record in the store, and an event with its identifiers on a topic.
public interface Messages {

  /// Writes the record and publishes the event. The same request id is the same message; calling
  /// again repairs what a crash left undone.
  CreatedMessage create(String topic, NewMessage message);

  /// How far a message is; empty where there is none, or none any more.
  Optional<MessageRecord> find(String messageId);
}
