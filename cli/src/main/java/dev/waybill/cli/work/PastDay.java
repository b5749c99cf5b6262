package dev.waybill.cli.work;

import dev.waybill.Code;
import dev.waybill.JobFilter;
import dev.waybill.Lease;
import dev.waybill.Page;
import dev.waybill.QueueStats;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.engine.EngineOpener;
import dev.waybill.server.EngineSettings;
import dev.waybill.server.activity.SeriesFile;
import dev.waybill.server.activity.WatchedBackend;
import dev.waybill.server.config.Config;
import dev.waybill.server.config.ConfigReader;
import dev.waybill.server.config.ConfiguredStore;
import dev.waybill.settings.Limits;
import dev.waybill.settings.Settings;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// The traffic of the last 24 hours in an empty data directory. The engine is the real one; only
/// its clock begins a day ago and is moved on, so everything has the time at which it happened by
/// that clock.
final class PastDay implements AutoCloseable {

  private static final Duration DAY = Duration.ofHours(24);

  /// The time from an order to its message.
  private static final Duration THANKED = Duration.ofMillis(850);

  private final MovedClock clock;
  private final Instant end;
  private final WatchedBackend backend;
  private final Waybill waybill;
  private final SeriesFile series;
  private final DemoTraffic traffic;
  private final DemoDay day;
  private final Random random;
  private double owed;
  private int orders;

  private PastDay(Path directory, long seed) {
    end = InstantSource.system().instant();
    clock = new MovedClock(end.minus(DAY));
    Config config = ConfigReader.read(null, Map.of(), Map.of("store.path", directory.toString()));
    Settings settings = EngineSettings.of(config).withClock(clock);
    backend = new WatchedBackend(ConfiguredStore.of(config).open(settings), clock);
    waybill = EngineOpener.over(backend, settings);
    series = SeriesFile.open(backend, directory);
    traffic = new DemoTraffic(waybill, seed);
    day = new DemoDay(waybill);
    random = new Random(seed);
  }

  /// Throws [Code#INVALID_ARGUMENT] if the directory has jobs: their times would be mixed.
  static PastDay open(Path directory, long seed) {
    PastDay opened = new PastDay(directory, seed);
    if (!opened.waybill.list(JobFilter.ALL, Page.Request.FIRST).items().isEmpty()) {
      opened.close();
      throw new WaybillException(
          Code.INVALID_ARGUMENT,
          "the data directory "
              + directory
              + " has jobs; name an empty one with --data, or start a server and fill that");
    }
    return opened;
  }

  List<QueueStats> stats() {
    return waybill.stats();
  }

  /// @return the number of jobs that were enqueued
  int fill(int jobs) {
    day.define();
    double weight = 0;
    for (Instant at = clock.instant(); at.isBefore(end); at = at.plus(tick(at))) {
      weight += weight(at);
    }
    while (clock.instant().plus(tick(clock.instant())).isBefore(end)) {
      tick(jobs / weight);
    }
    clock.moveTo(end);
    day.documents();
    int left = traffic.leaveSome();
    backend.sample();
    return jobs + left;
  }

  /// Charts of the last half hour have points every 10 seconds, those of the last hours every
  /// minute.
  private Duration tick(Instant at) {
    Duration ago = Duration.between(at, end);
    if (ago.compareTo(Duration.ofMinutes(30)) <= 0) {
      return Duration.ofSeconds(10);
    }
    return ago.compareTo(Duration.ofHours(6)) <= 0 ? Duration.ofMinutes(1) : Duration.ofMinutes(3);
  }

  /// The share of jobs in a tick: few at night, a wave over the day.
  private double weight(Instant at) {
    double hour = Duration.between(at, end).toSeconds() / 3600.0;
    double wave = 1.2 + Math.cos(hour / 24 * 2 * Math.PI) + 0.4 * Math.sin(hour * 2.1);
    return wave * tick(at).toSeconds();
  }

  private void tick(double jobsPerWeight) {
    Instant begin = clock.instant();
    Duration length = tick(begin);
    owed += weight(begin) * jobsPerWeight * (0.6 + 0.8 * random.nextDouble());
    int now = (int) owed;
    owed -= now;
    clock.moveTo(begin.plus(length.dividedBy(10)));
    if (now > 0) {
      traffic.enqueue(now);
    }
    order(begin);
    int most = capacity(begin, jobsPerWeight);
    DemoTraffic.QUEUES.forEach(queue -> work(queue, begin, most));
    backend.sample();
    clock.moveTo(begin.plus(length));
  }

  /// The jobs that the workers of a queue can run in a tick: more than arrive on average.
  private int capacity(Instant at, double jobsPerWeight) {
    double arriving = weight(at) * jobsPerWeight / DemoTraffic.QUEUES.size();
    return (int) Math.min(Limits.LEASES_PER_CALL, 2 + tick(at).toMinutes() + 1.5 * arriving);
  }

  private void order(Instant at) {
    Duration passed = DAY.minus(Duration.between(at, end));
    if (orders < DemoDay.ORDERS
        && passed.toMinutes() >= orders * DAY.toMinutes() / DemoDay.ORDERS) {
      day.order(orders);
      clock.moveTo(clock.instant().plus(THANKED));
      day.thank(orders++);
    }
  }

  /// Workers of e-mails were away for a while some hours ago: a backlog that was worked off.
  private void work(String queue, Instant begin, int jobs) {
    Duration length = tick(begin);
    long minutesAgo = Duration.between(begin, end).toMinutes();
    boolean isAway = queue.equals("emails") && minutesAgo > 130 && minutesAgo < 175;
    if (isAway || random.nextInt(10) == 0) {
      return;
    }
    List<Lease> leases = traffic.lease(queue, jobs);
    Duration most = length.dividedBy(3L * DemoTraffic.QUEUES.size());
    clock.moveTo(
        clock.instant().plusMillis(random.nextLong(40, Math.max(41, most.toMillis() / 8))));
    traffic.settle(leases.subList(0, leases.size() / 2));
    clock.moveTo(
        clock.instant().plusMillis(random.nextLong(20, Math.max(21, most.toMillis() / 4))));
    traffic.settle(leases.subList(leases.size() / 2, leases.size()));
  }

  @Override
  public void close() {
    series.close();
    waybill.close();
  }
}
