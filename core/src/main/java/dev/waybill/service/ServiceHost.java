package dev.waybill.service;

import dev.waybill.Job;
import dev.waybill.Timeline;
import dev.waybill.Waybill;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Backend;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// What an engine gives a service, and what a service offers in return.
public interface ServiceHost {

  Backend backend();

  /// Takes the jobs of services. It may use names that are reserved for the system, so a service
  /// never hands it to callers.
  Waybill waybill();

  Settings settings();

  /// The service of this type for one tenant; empty if no provider offers it.
  <T> Optional<T> find(Class<T> type, String tenant);

  /// The same; refused with `INVALID_ARGUMENT` if no provider offers it.
  <T> T require(Class<T> type, String tenant);

  /// Offers a service; programs ask for it with [Waybill#service].
  ///
  /// @param forTenant returns the service as one tenant sees it
  <T> void offer(Class<T> type, Function<String, ? extends T> forTenant);

  /// Adds entries about a job to the timelines that the job belongs to.
  void addToTimelines(Function<Job, List<Timeline.Entry>> entries);

  /// Runs `start` after all providers are open, and `stop` before the store is closed.
  void whileOpen(Runnable start, Runnable stop);
}
