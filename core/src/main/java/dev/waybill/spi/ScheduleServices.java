package dev.waybill.spi;

import dev.waybill.Settings;
import dev.waybill.Waybill;
import dev.waybill.schedule.Schedules;
import org.jspecify.annotations.Nullable;

/// Schedules on one store.
public interface ScheduleServices extends AutoCloseable {

  Schedules schedules(String tenant);

  /// Fires nothing from then on; to be called before the store is closed.
  @Override
  void close();

  /// What schedules fire besides jobs, as far as it is on the class path.
  record Targets(@Nullable EventServices events, @Nullable MessageServices messages) {}

  /// How they are found; see [java.util.ServiceLoader].
  interface Provider {

    /// @param waybill takes the jobs; its views of tenants are asked for as needed
    ScheduleServices open(Backend backend, Waybill waybill, Targets targets, Settings settings);
  }
}
