package dev.waybill.server.activity;

import dev.waybill.insight.SeriesPoint;
import dev.waybill.insight.SeriesPoint.Flow;
import dev.waybill.insight.SeriesPoint.Level;
import dev.waybill.insight.SeriesPoint.Spread;
import dev.waybill.insight.SeriesStep;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The last points of one queue at one distance. A step in which nothing happened takes no memory,
/// apart from its place. For one thread at a time.
final class StepRing {

  private final long stepMillis;
  private final @Nullable SeriesPoint[] closed;
  private final Histogram waits = new Histogram();
  private final Histogram runs = new Histogram();
  private final Map<Counted, Long> flow = new EnumMap<>(Counted.class);
  private Level level = Level.NONE;

  /// The spreads of the open step that an earlier process measured.
  private Spread waitsBefore = Spread.NONE;

  private Spread runsBefore = Spread.NONE;
  private long open = Long.MIN_VALUE;

  StepRing(SeriesStep step) {
    this.stepMillis = step.length().toMillis();
    this.closed = new SeriesPoint[step.points()];
  }

  void add(Instant now, Counted what, long count) {
    moveTo(now);
    flow.merge(what, count, Long::sum);
  }

  void waited(Instant now, Duration duration) {
    moveTo(now);
    waits.add(duration);
  }

  void ran(Instant now, Duration duration) {
    moveTo(now);
    runs.add(duration);
  }

  void level(Instant now, Level current) {
    moveTo(now);
    double oldest = Math.max(level.oldestWaitingSeconds(), current.oldestWaitingSeconds());
    level = new Level(current.waiting(), current.running(), oldest);
  }

  /// Takes the points of an earlier process, the oldest first. The last one goes on.
  void restore(List<SeriesPoint> points) {
    for (SeriesPoint point : points) {
      moveTo(point.at());
      flow.putAll(
          Map.of(
              Counted.ENQUEUED, point.flow().enqueued(),
              Counted.STARTED, point.flow().started(),
              Counted.COMPLETED, point.flow().completed(),
              Counted.FAILED, point.flow().failed(),
              Counted.DEAD, point.flow().dead()));
      level = point.level();
      waitsBefore = point.waits();
      runsBefore = point.runs();
    }
  }

  /// The points from one step to another, both included.
  List<SeriesPoint> points(Instant now, long from, long to) {
    moveTo(now);
    List<SeriesPoint> points = new ArrayList<>();
    for (long step = from; step <= to; step++) {
      points.add(step == open ? current() : past(step));
    }
    return points;
  }

  /// The flow of a sliding window as long as a step, up to now.
  double perSecond(Instant now, Counted what) {
    moveTo(now);
    double share = (double) Math.floorMod(now.toEpochMilli(), stepMillis) / stepMillis;
    double before = of(past(open - 1).flow(), what) * (1 - share);
    double perSecond = (count(what) + before) * 1_000 / stepMillis;
    return Math.round(perSecond * 100) / 1e2;
  }

  private static long of(Flow flow, Counted what) {
    return switch (what) {
      case ENQUEUED -> flow.enqueued();
      case STARTED -> flow.started();
      case COMPLETED -> flow.completed();
      case FAILED -> flow.failed();
      case DEAD -> flow.dead();
    };
  }

  private SeriesPoint past(long step) {
    SeriesPoint point = step > open || step <= open - closed.length ? null : closed[place(step)];
    Instant at = at(step);
    return point != null && point.at().equals(at)
        ? point
        : new SeriesPoint(at, Flow.NONE, Level.NONE, Spread.NONE, Spread.NONE);
  }

  /// A clock that was set back adds to the open step.
  private void moveTo(Instant now) {
    long step = Math.floorDiv(now.toEpochMilli(), stepMillis);
    if (step <= open) {
      return;
    }
    if (open != Long.MIN_VALUE) {
      SeriesPoint point = current();
      closed[place(open)] = point.isEmpty() ? null : point;
    }
    open = step;
    flow.clear();
    waits.clear();
    runs.clear();
    level = Level.NONE;
    waitsBefore = Spread.NONE;
    runsBefore = Spread.NONE;
  }

  private SeriesPoint current() {
    Flow now =
        new Flow(
            count(Counted.ENQUEUED),
            count(Counted.STARTED),
            count(Counted.COMPLETED),
            count(Counted.FAILED),
            count(Counted.DEAD));
    return new SeriesPoint(
        at(open), now, level, waits.spreadOr(waitsBefore), runs.spreadOr(runsBefore));
  }

  private long count(Counted what) {
    return flow.getOrDefault(what, 0L);
  }

  private int place(long step) {
    return (int) Math.floorMod(step, (long) closed.length);
  }

  private Instant at(long step) {
    return Instant.ofEpochMilli(step * stepMillis);
  }
}
