package dev.waybill.record;

import java.time.Instant;
import java.util.Comparator;

/// A position in a lane, in the order in which jobs became ready. A job keeps its position while it
/// runs, so that a released job returns to it.
///
/// @param ready the time from which the job may start, in milliseconds
/// @param arrival a number that grows with every change of the store
public record LanePosition(long ready, long arrival) implements Comparable<LanePosition> {

  private static final Comparator<LanePosition> ORDER =
      Comparator.comparingLong(LanePosition::ready).thenComparingLong(LanePosition::arrival);

  public static LanePosition at(Instant ready, long arrival) {
    return new LanePosition(ready.toEpochMilli(), arrival);
  }

  @Override
  public int compareTo(LanePosition other) {
    return ORDER.compare(this, other);
  }
}
