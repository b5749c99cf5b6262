package dev.waybill.server.telemetry;

import dev.waybill.QueueStats;
import dev.waybill.WaybillException;
import dev.waybill.spi.JobStore;
import io.opentelemetry.api.metrics.ObservableLongMeasurement;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Reads queue statistics when metrics are collected, at most once in a few seconds, so that
/// frequent scrapes do not load the store.
final class QueueGauges {

  private static final System.Logger LOG = System.getLogger(QueueGauges.class.getName());
  private static final long FRESH = Duration.ofSeconds(3).toNanos();

  private final QueueLabels labels;
  private final LongSupplier nanoTime;
  private volatile @Nullable JobStore store;
  private List<Queue> seen = List.of();
  private long seenAt;
  private boolean looked;

  /// The statistics for one set of labels.
  private record Queue(QueueLabels.Labels labels, QueueStats stats) {

    Queue and(Queue more) {
      QueueStats other = more.stats;
      Duration oldest = stats.oldestWaitingAge();
      return new Queue(
          labels,
          new QueueStats(
              stats.queue(),
              stats.paused() || other.paused(),
              stats.counts().plus(other.counts()),
              oldest.compareTo(other.oldestWaitingAge()) < 0 ? other.oldestWaitingAge() : oldest));
    }
  }

  QueueGauges(Instruments make, QueueLabels labels, LongSupplier nanoTime) {
    this.labels = labels;
    this.nanoTime = nanoTime;
    make.gauge(Metric.QUEUE_JOBS, this::jobs);
    make.decimalGauge(
        Metric.QUEUE_AGE,
        age -> look().forEach(queue -> age.record(seconds(queue.stats()), queue.labels().queue)));
    make.gauge(
        Metric.QUEUE_PAUSED,
        paused ->
            look()
                .forEach(
                    queue -> paused.record(queue.stats().paused() ? 1 : 0, queue.labels().queue)));
  }

  void watch(JobStore watched) {
    store = watched;
  }

  /// Stops reading, because the store is being closed.
  void stop() {
    store = null;
  }

  private void jobs(ObservableLongMeasurement jobs) {
    for (Queue queue : look()) {
      QueueStats stats = queue.stats();
      QueueLabels.Labels of = queue.labels();
      jobs.record(stats.waiting(), of.with(QueueLabels.STATE, "waiting"));
      jobs.record(stats.running(), of.with(QueueLabels.STATE, "running"));
      jobs.record(stats.scheduled(), of.with(QueueLabels.STATE, "scheduled"));
      jobs.record(stats.dead(), of.with(QueueLabels.STATE, "dead"));
    }
  }

  private static double seconds(QueueStats stats) {
    return stats.oldestWaitingAge().toMillis() / 1e3;
  }

  private synchronized List<Queue> look() {
    long now = nanoTime.getAsLong();
    if (!looked || now - seenAt >= FRESH) {
      seen = lookNow();
      seenAt = now;
      looked = true;
    }
    return seen;
  }

  private List<Queue> lookNow() {
    JobStore from = store;
    return from == null ? List.of() : lookAt(from);
  }

  /// Adds up queues that share labels.
  private List<Queue> lookAt(JobStore from) {
    Map<QueueLabels.Labels, Queue> queues = new LinkedHashMap<>();
    try {
      for (String tenant : labels.tenants()) {
        for (QueueStats stats : from.stats(tenant)) {
          Queue queue = new Queue(labels.of(tenant, stats.queue()), stats);
          queues.merge(queue.labels(), queue, Queue::and);
        }
      }
    } catch (WaybillException failed) {
      LOG.log(Level.DEBUG, "could not look at the queues", failed);
    }
    return List.copyOf(queues.values());
  }
}
