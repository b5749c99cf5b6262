package dev.waybill.service;

import dev.waybill.Job;
import dev.waybill.Timeline;
import dev.waybill.Waybill;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Backend;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/// The engine as a service provider sees it.
public interface ServiceHost {

  Backend backend();

  /// Enqueues the jobs of services. It may use names that are reserved for the system, so a service
  /// never passes it to callers.
  Waybill waybill();

  Settings settings();

  /// The service of this type for one tenant; empty if no provider offers it.
  <T> Optional<T> find(Class<T> type, String tenant);

  /// As [#find]; refused with `INVALID_ARGUMENT` if no provider offers it.
  <T> T require(Class<T> type, String tenant);

  /// Offers a service; programs ask for it with [Waybill#service].
  ///
  /// @param forTenant returns the service for one tenant
  <T> void offer(Class<T> type, Function<String, ? extends T> forTenant);

  /// Adds entries about a job to the timelines that include the job.
  void addToTimelines(Function<Job, List<Timeline.Entry>> entries);

  /// Lets callers ask for a timeline by the ID of something that is neither a job nor a correlation
  /// ID, such as a message.
  ///
  /// @param find receives the tenant and the ID
  void findForTimelines(BiFunction<String, String, Optional<TimelineSubject>> find);

  /// Runs `start` after all providers are open, and `stop` before the store is closed. If the
  /// engine cannot open, `stop` runs without `start`.
  void whileOpen(Runnable start, Runnable stop);
}
