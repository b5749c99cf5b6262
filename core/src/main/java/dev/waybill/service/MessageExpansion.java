package dev.waybill.service;

import dev.waybill.NewJob;
import dev.waybill.message.NewTopicMessage;
import java.util.List;

/// Turns messages into jobs, for services that enqueue them together with others.
public interface MessageExpansion {

  /// Stores the record of a message and returns the jobs of its event. Refuses messages that
  /// creating them would refuse.
  List<NewJob> expand(String topic, NewTopicMessage message);
}
