package dev.waybill.record;

import java.time.Instant;
import java.util.Comparator;

/// A place in a lane, in the order in which jobs became ready. A job keeps its place while it runs,
/// so that a job that is released comes back to the place it had.
///
/// @param ready the time from which the job may start, in milliseconds
/// @param arrival a number that grows with every change of the store
public record Place(long ready, long arrival) implements Comparable<Place> {

  private static final Comparator<Place> ORDER =
      Comparator.comparingLong(Place::ready).thenComparingLong(Place::arrival);

  public static Place at(Instant ready, long arrival) {
    return new Place(ready.toEpochMilli(), arrival);
  }

  @Override
  public int compareTo(Place other) {
    return ORDER.compare(this, other);
  }
}
