package dev.waybill.spi;

import dev.waybill.NewJob;
import dev.waybill.Settings;
import dev.waybill.Waybill;
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

  /// How they are found; see [java.util.ServiceLoader].
  interface Provider {

    /// @param waybill takes the jobs; its views of tenants are asked for as needed
    EventServices open(Backend backend, Waybill waybill, Settings settings);
  }
}
