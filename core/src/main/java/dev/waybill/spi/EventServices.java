package dev.waybill.spi;

import dev.waybill.Settings;
import dev.waybill.Waybill;
import dev.waybill.topic.Schemas;
import dev.waybill.topic.Topics;

/// Topics and what belongs to them, on one store.
public interface EventServices {

  Topics topics(String tenant);

  Schemas schemas(String tenant);

  /// How they are found; see [java.util.ServiceLoader].
  interface Provider {

    /// @param waybill takes the jobs; its views of tenants are asked for as needed
    EventServices open(Backend backend, Waybill waybill, Settings settings);
  }
}
