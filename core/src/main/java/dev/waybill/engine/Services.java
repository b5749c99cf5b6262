package dev.waybill.engine;

import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.Timeline;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.service.ServiceHost;
import dev.waybill.service.ServiceProvider;
import dev.waybill.service.TimelineSubject;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Backend;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The services of one engine, by type.
final class Services implements ServiceHost {

  private final Backend backend;
  private final Waybill waybill;
  private final Settings settings;
  private final Map<Class<?>, Function<String, ?>> byType = new HashMap<>();
  private final List<Function<Job, List<Timeline.Entry>>> timelines = new ArrayList<>();
  private final List<BiFunction<String, String, Optional<TimelineSubject>>> subjects =
      new ArrayList<>();
  private final Deque<Activity> activities = new ArrayDeque<>();

  private record Activity(Runnable start, Runnable stop) {}

  /// @param waybill creates the instance that enqueues the jobs of services
  Services(Backend backend, Settings settings, Function<Services, Waybill> waybill) {
    this.backend = backend;
    this.settings = settings;
    this.waybill = waybill.apply(this);
  }

  /// Opens all providers, then starts them. If one fails, stops all that were opened.
  void open(Iterable<ServiceProvider> providers) {
    try {
      providers.forEach(provider -> provider.open(this));
      activities.forEach(activity -> activity.start().run());
    } catch (RuntimeException | Error failed) {
      close();
      throw failed;
    }
  }

  @Override
  public Backend backend() {
    return backend;
  }

  @Override
  public Waybill waybill() {
    return waybill;
  }

  @Override
  public Settings settings() {
    return settings;
  }

  @Override
  public <T> Optional<T> find(Class<T> type, String tenant) {
    @Nullable Function<String, ?> forTenant = byType.get(type);
    return Optional.ofNullable(forTenant).map(offered -> type.cast(offered.apply(tenant)));
  }

  @Override
  public <T> T require(Class<T> type, String tenant) {
    return find(type, tenant)
        .orElseThrow(
            () ->
                new WaybillException(
                    Code.INVALID_ARGUMENT,
                    "no module on the class path provides "
                        + type.getName()
                        + "; add the module, such as waybill-events for topics"));
  }

  @Override
  public <T> void offer(Class<T> type, Function<String, ? extends T> forTenant) {
    if (byType.putIfAbsent(type, forTenant) != null) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT, "two modules on the class path provide " + type.getName());
    }
  }

  @Override
  public void addToTimelines(Function<Job, List<Timeline.Entry>> entries) {
    timelines.add(entries);
  }

  @Override
  public void findForTimelines(BiFunction<String, String, Optional<TimelineSubject>> find) {
    subjects.add(find);
  }

  @Override
  public void whileOpen(Runnable start, Runnable stop) {
    activities.add(new Activity(start, stop));
  }

  List<Timeline.Entry> timeline(Job job) {
    return timelines.stream().flatMap(entries -> entries.apply(job).stream()).toList();
  }

  Optional<TimelineSubject> timelineSubject(String tenant, String id) {
    return subjects.stream().flatMap(find -> find.apply(tenant, id).stream()).findFirst();
  }

  /// Stops in reverse order.
  void close() {
    while (!activities.isEmpty()) {
      activities.removeLast().stop().run();
    }
  }
}
