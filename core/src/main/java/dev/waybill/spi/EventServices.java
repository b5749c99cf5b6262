package dev.waybill.spi;

import dev.waybill.Job;
import dev.waybill.NewJob;
import dev.waybill.Settings;
import dev.waybill.Timeline;
import dev.waybill.Waybill;
import dev.waybill.topic.Messages;
import dev.waybill.topic.NewMessage;
import dev.waybill.topic.Schemas;
import dev.waybill.topic.TopicEvent;
import dev.waybill.topic.Topics;
import java.util.List;

/// Topics and what belongs to them, on one store.
public interface EventServices {

  Topics topics(String tenant);

  Schemas schemas(String tenant);

  /// The jobs that an event becomes, for whoever enqueues them together with others. Refused as
  /// publishing it would be.
  List<NewJob> expand(String tenant, String topic, TopicEvent event);

  Messages messages(String tenant);

  /// The same for a message; its record is written first.
  List<NewJob> expand(String tenant, String topic, NewMessage message);

  /// What is known of a job as part of a story, beyond the job itself.
  List<Timeline.Entry> story(Job job);

  /// How they are found; see [java.util.ServiceLoader].
  interface Provider {

    /// @param waybill takes the jobs; its views of tenants are asked for as needed
    EventServices open(Backend backend, Waybill waybill, Settings settings);
  }
}
