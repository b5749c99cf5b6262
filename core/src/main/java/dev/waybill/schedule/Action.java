package dev.waybill.schedule;

import dev.waybill.NewJob;
import dev.waybill.Payload;
import dev.waybill.topic.Attribute;
import java.util.Map;

/// The action of a schedule in each of its slots.
public sealed interface Action {

  /// Starts a job.
  ///
  /// @param template the job without the values that each slot sets: it must have no request ID,
  ///     trace context, delay, `runAt` or deadline
  record StartJob(NewJob template) implements Action {}

  /// Publishes an event to a topic.
  ///
  /// @param body a JSON object; the topic fills in the values that differ by slot
  record PublishEvent(String topic, String type, Payload body, Map<String, Attribute> attributes)
      implements Action {

    public PublishEvent {
      attributes = Map.copyOf(attributes);
    }
  }
}
