package dev.waybill.spi;

import dev.waybill.Job;
import dev.waybill.NewJob;
import dev.waybill.Settings;
import dev.waybill.Timeline;
import dev.waybill.Waybill;
import dev.waybill.message.Messages;
import dev.waybill.message.NewMessage;
import java.util.List;

/// Messages on one store.
public interface MessageServices {

  Messages messages(String tenant);

  /// Writes the record of a message and returns the jobs of its event, so that the caller can
  /// enqueue them together with others. Refused as creating the message would be.
  List<NewJob> expand(String tenant, String topic, NewMessage message);

  /// What is known of the message that a job carries; empty for other jobs.
  List<Timeline.Entry> story(Job job);

  /// How they are found; see [java.util.ServiceLoader].
  interface Provider {

    /// @param waybill takes the jobs; its views of tenants are asked for as needed
    /// @param events publishes the events of messages
    MessageServices open(Backend backend, Waybill waybill, EventServices events, Settings settings);
  }
}
