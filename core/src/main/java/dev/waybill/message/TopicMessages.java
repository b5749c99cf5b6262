package dev.waybill.message;

/// Messages on topics: a record in the store, and an event with its identifiers on a topic.
/// [Messages] finds them.
public interface TopicMessages {

  /// Writes the record and publishes the event. The same request id is the same message; calling
  /// again repairs what a crash left undone.
  CreatedTopicMessage create(String topic, NewTopicMessage message);
}
