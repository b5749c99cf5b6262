package dev.waybill.server.activity;

import dev.waybill.QueueStats;
import dev.waybill.insight.Overview.Rates;
import dev.waybill.insight.Series;
import dev.waybill.insight.SeriesPoint;
import dev.waybill.insight.SeriesPoint.Level;
import dev.waybill.insight.SeriesQuery;
import dev.waybill.insight.SeriesStep;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The figures of one tenant. Its first queues have a series each; all queues count in the total.
final class TenantRecord {

  private static final int MOST_QUEUES = 100;

  private volatile Instant since;
  private final QueueRecord total = new QueueRecord();
  private final Map<String, QueueRecord> queues = new ConcurrentHashMap<>();
  private final WorkerRecords workers = new WorkerRecords();
  private volatile boolean isCut;

  /// @param since when the server began to count
  TenantRecord(Instant since) {
    this.since = since;
  }

  WorkerRecords workers() {
    return workers;
  }

  void add(Instant now, String queue, Counted what, long count) {
    total.add(now, what, count);
    queue(queue).ifPresent(record -> record.add(now, what, count));
  }

  void waited(Instant now, String queue, Duration duration) {
    total.waited(now, duration);
    queue(queue).ifPresent(record -> record.waited(now, duration));
  }

  void ran(Instant now, String queue, Duration duration) {
    total.ran(now, duration);
    queue(queue).ifPresent(record -> record.ran(now, duration));
  }

  void levels(Instant now, List<QueueStats> stats) {
    Level sum = Level.NONE;
    for (QueueStats one : stats) {
      double oldest = one.oldestWaitingAge().toMillis() / 1e3;
      Level level = new Level(one.waiting(), one.running(), oldest);
      sum =
          new Level(
              sum.waiting() + level.waiting(),
              sum.running() + level.running(),
              Math.max(sum.oldestWaitingSeconds(), oldest));
      queue(one.queue()).ifPresent(record -> record.level(now, level));
    }
    total.level(now, sum);
  }

  private Optional<QueueRecord> queue(String name) {
    QueueRecord known = queues.get(name);
    if (known != null) {
      return Optional.of(known);
    }
    if (queues.size() >= MOST_QUEUES) {
      isCut = true;
      return Optional.empty();
    }
    return Optional.of(queues.computeIfAbsent(name, _ -> new QueueRecord()));
  }

  /// Takes the figures of an earlier process.
  void restore(Series series) {
    since = series.from().isBefore(since) ? series.from() : since;
    total.restore(series.step(), series.total());
    for (Series.QueueSeries one : series.queues()) {
      queue(one.queue()).ifPresent(record -> record.restore(series.step(), one.points()));
    }
  }

  Rates rates(Instant now) {
    return new Rates(
        total.perSecond(now, Counted.ENQUEUED),
        total.perSecond(now, Counted.STARTED),
        total.perSecond(now, Counted.COMPLETED),
        total.perSecond(now, Counted.FAILED));
  }

  Series series(SeriesQuery query, Instant now) {
    Range range = Range.of(query, since, now);
    List<Series.QueueSeries> all =
        (query.queues().isEmpty() ? queues.keySet().stream() : query.queues().stream().distinct())
            .map(name -> new Series.QueueSeries(name, points(name, query.step(), now, range)))
            .toList();
    boolean isTooMany = all.size() > SeriesQuery.MOST_QUEUES;
    return new Series(
        query.step(),
        range.begin(),
        isTooMany ? busiest(all) : all.stream().sorted(BY_NAME).toList(),
        total.points(query.step(), now, range.from(), range.to()),
        isTooMany || isCut);
  }

  private static final Comparator<Series.QueueSeries> BY_NAME =
      Comparator.comparing(Series.QueueSeries::queue);

  private static List<Series.QueueSeries> busiest(List<Series.QueueSeries> all) {
    return all.stream()
        .sorted(Comparator.comparingLong(TenantRecord::weight).reversed().thenComparing(BY_NAME))
        .limit(SeriesQuery.MOST_QUEUES)
        .sorted(BY_NAME)
        .toList();
  }

  private static long weight(Series.QueueSeries series) {
    return series.points().stream()
        .mapToLong(point -> point.flow().sum() + point.level().waiting())
        .sum();
  }

  private List<SeriesPoint> points(String name, SeriesStep step, Instant now, Range range) {
    QueueRecord known = queues.get(name);
    QueueRecord record = known == null ? new QueueRecord() : known;
    return record.points(step, now, range.from(), range.to());
  }

  /// The numbers of the first and the last step.
  private record Range(long from, long to, long stepMillis) {

    static Range of(SeriesQuery query, Instant since, Instant now) {
      long millis = query.step().length().toMillis();
      long last = number(earlier(query.to(), now), millis);
      Instant kept = now.minus(query.step().kept()).plusMillis(millis);
      Instant oldest = kept.isAfter(since) ? kept : since;
      Instant from = query.from() != null && query.from().isAfter(oldest) ? query.from() : oldest;
      return new Range(number(from, millis), last, millis);
    }

    private static Instant earlier(@Nullable Instant asked, Instant now) {
      return asked == null || asked.isAfter(now) ? now : asked;
    }

    private static long number(Instant time, long millis) {
      return Math.floorDiv(time.toEpochMilli(), millis);
    }

    Instant begin() {
      return Instant.ofEpochMilli(from * stepMillis);
    }
  }
}
