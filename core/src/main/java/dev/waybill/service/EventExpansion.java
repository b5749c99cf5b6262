package dev.waybill.service;

import dev.waybill.NewJob;
import dev.waybill.topic.TopicEvent;
import java.util.List;

/// Turns events into jobs, for services that enqueue them together with others.
public interface EventExpansion {

  /// The jobs that an event becomes. Refuses events that publishing would refuse.
  List<NewJob> expand(String topic, TopicEvent event);
}
