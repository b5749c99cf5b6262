package dev.waybill.message;

/// Messages on topics: each is one of [Messages], and its event on the topic has its identifiers.
public interface TopicMessages {

  /// Stores the message and publishes the event. The same request ID is the same message; a
  /// repeated call completes what a crash left undone.
  CreatedTopicMessage create(String topic, NewTopicMessage message);
}
