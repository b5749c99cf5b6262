package dev.waybill.schedules;

import dev.waybill.Job;
import dev.waybill.JobFilter;
import dev.waybill.JobId;
import dev.waybill.Lease;
import dev.waybill.LeaseRequest;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.Page;
import dev.waybill.Waybill;
import dev.waybill.conformance.ManualClock;
import dev.waybill.engine.Engine;
import dev.waybill.engine.EngineOpener;
import dev.waybill.schedule.Action;
import dev.waybill.schedule.Schedule;
import dev.waybill.schedule.ScheduleStatus;
import dev.waybill.schedule.Schedules;
import dev.waybill.schedule.Timing;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Backend;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// Schedules on the embedded store with a manual clock, and helper methods for tests.
abstract class ScheduleTest {

  static final Timing EVERY_MINUTE = Timing.cron("* * * * *", ZoneOffset.UTC);
  static final Duration MINUTE = Duration.ofMinutes(1);

  @TempDir
  @SuppressWarnings("NullAway.Init")
  Path folder;

  final ManualClock clock = new ManualClock();
  final Settings settings = Settings.DEFAULT.withClock(clock).withMaintenanceEvery(null);
  final Topics topics = new Topics();

  @SuppressWarnings("NullAway.Init")
  Backend backend;

  @SuppressWarnings("NullAway.Init")
  Engine engine;

  @SuppressWarnings("NullAway.Init")
  ScheduleService service;

  @SuppressWarnings("NullAway.Init")
  Schedules schedules;

  private int servers;

  @BeforeEach
  void open() {
    backend = EngineOpener.backend(store(), settings);
    engine = EngineOpener.over(backend, settings);
    service = server(engine);
    schedules = service.schedules(Waybill.DEFAULT_TENANT);
    service.tick();
  }

  URI store() {
    return folder.toUri();
  }

  @AfterEach
  void close() {
    engine.close();
  }

  /// Stops all servers, and starts one after the downtime.
  void restartAfter(Duration downtime) {
    close();
    clock.advance(downtime);
    open();
  }

  /// One more server on the same store.
  ScheduleService server(Waybill waybill) {
    return server(waybill, backend);
  }

  ScheduleService server(Waybill waybill, Backend on) {
    Waybill jobs = waybill instanceof Engine whole ? whole.forServices() : waybill;
    return new ScheduleService(
        new ScheduleService.Ports(jobs, on.ledger(), topics, clock, new Random(++servers)));
  }

  static Schedule.Builder schedule(String name, Timing timing) {
    return Schedule.builder(name, timing, new Action.StartJob(NewJob.of("report", "{}")));
  }

  static Schedule.Builder everyMinute(String name) {
    return schedule(name, EVERY_MINUTE);
  }

  ScheduleStatus put(Schedule.Builder schedule) {
    return schedules.put(schedule.build());
  }

  ScheduleStatus status(String name) {
    return schedules.find(name).orElseThrow();
  }

  void advance(Duration step) {
    clock.advance(step);
    service.tick();
  }

  void advanceTo(String time) {
    clock.set(Instant.parse(time));
    service.tick();
  }

  void advance(int times, Duration step) {
    for (int i = 0; i < times; i++) {
      advance(step);
    }
  }

  /// The jobs of a schedule, oldest first.
  List<Job> jobs(String name) {
    List<Job> jobs = new ArrayList<>();
    JobFilter filter = JobFilter.ALL.withTag("schedule:" + name);
    jobs.addAll(engine.list(filter, Page.Request.first(1_000)).items());
    jobs.sort(java.util.Comparator.comparing(ScheduleTest::slotOf));
    return jobs;
  }

  List<String> slots(String name) {
    return jobs(name).stream().map(ScheduleTest::slotOf).toList();
  }

  static String slotOf(Job job) {
    return job.tags().stream()
        .filter(tag -> tag.startsWith("slot:") || tag.startsWith("run:"))
        .map(tag -> tag.startsWith("slot:") ? tag.substring(5) : tag)
        .findFirst()
        .orElseThrow();
  }

  static List<String> minutes(int first, int last) {
    List<String> times = new ArrayList<>();
    for (int minute = first; minute <= last; minute++) {
      times.add(ManualClock.START.plus(Duration.ofMinutes(minute)).toString());
    }
    return times;
  }

  /// Leases all waiting jobs and keeps the leases.
  List<Lease> work() {
    return engine.lease(
        LeaseRequest.of("default", "w").withMax(100).withLeaseDuration(Duration.ofHours(12)));
  }

  void finish(Lease lease) {
    engine.settle(lease.token(), Outcome.done());
  }

  void finishAll() {
    work().forEach(this::finish);
  }

  dev.waybill.State state(JobId id) {
    return engine.find(id).orElseThrow().state();
  }

  /// Delivers events to a configurable list of queues, and records the calls.
  static final class Topics implements Expansion {
    final List<Occasion> asked = new ArrayList<>();
    List<String> queues = List.of("a", "b");
    boolean missing;
    @org.jspecify.annotations.Nullable RuntimeException refusal;

    @Override
    public boolean exists(String tenant, String topic) {
      return !missing;
    }

    @Override
    public List<NewJob> expand(String tenant, Action.PublishEvent event, Occasion occasion) {
      asked.add(occasion);
      if (refusal != null) {
        throw refusal;
      }
      return queues.stream()
          .map(
              queue ->
                  NewJob.builder(event.type())
                      .queue(queue)
                      .payload(event.body())
                      .requestId("event:" + event.topic() + ":" + occasion.id() + ":" + queue)
                      .correlationId(occasion.correlationId())
                      .tags("topic:" + event.topic())
                      .build())
          .toList();
    }
  }
}
