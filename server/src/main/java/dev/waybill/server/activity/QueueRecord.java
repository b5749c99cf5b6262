package dev.waybill.server.activity;

import dev.waybill.insight.SeriesPoint;
import dev.waybill.insight.SeriesPoint.Level;
import dev.waybill.insight.SeriesStep;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/// The figures of one queue, or of all queues of a tenant, at every distance.
final class QueueRecord {

  private final Map<SeriesStep, StepRing> rings = new EnumMap<>(SeriesStep.class);

  QueueRecord() {
    for (SeriesStep step : SeriesStep.values()) {
      rings.put(step, new StepRing(step));
    }
  }

  void add(Instant now, Counted what, long count) {
    each(ring -> ring.add(now, what, count));
  }

  void waited(Instant now, Duration duration) {
    each(ring -> ring.waited(now, duration));
  }

  void ran(Instant now, Duration duration) {
    each(ring -> ring.ran(now, duration));
  }

  void level(Instant now, Level level) {
    each(ring -> ring.level(now, level));
  }

  synchronized List<SeriesPoint> points(SeriesStep step, Instant now, long from, long to) {
    return ring(step).points(now, from, to);
  }

  synchronized void restore(SeriesStep step, List<SeriesPoint> points) {
    ring(step).restore(points);
  }

  synchronized double perSecond(Instant now, Counted what) {
    return ring(SeriesStep.TEN_SECONDS).perSecond(now, what);
  }

  private StepRing ring(SeriesStep step) {
    return Objects.requireNonNull(rings.get(step));
  }

  private synchronized void each(Consumer<StepRing> change) {
    rings.values().forEach(change);
  }
}
