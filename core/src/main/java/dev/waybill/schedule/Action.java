package dev.waybill.schedule;

import dev.waybill.NewJob;
import dev.waybill.Payload;
import dev.waybill.topic.Attribute;
import java.util.Map;

/// What a schedule does in each of its slots.
public sealed interface Action {

  /// Starts a job.
  ///
  /// @param template the job but for what each slot says itself: it must have no request id, trace
  ///     context, delay, time to run at or deadline
  record StartJob(NewJob template) implements Action {}

  /// Publishes an event to a topic.
  ///
  /// @param body a JSON object; what differs from slot to slot is filled in by the topic
  record PublishEvent(String topic, String type, Payload body, Map<String, Attribute> attributes)
      implements Action {

    public PublishEvent {
      attributes = Map.copyOf(attributes);
    }
  }
}
