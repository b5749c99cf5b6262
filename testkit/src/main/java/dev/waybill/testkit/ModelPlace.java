package dev.waybill.testkit;

import java.time.Instant;
import java.util.Comparator;

/// A place in a lane, in the order in which jobs became ready. A job keeps it while it runs, and
/// comes back to it when it is given back.
record ModelPlace(Instant ready, long arrival) implements Comparable<ModelPlace> {

  private static final Comparator<ModelPlace> ORDER =
      Comparator.comparing(ModelPlace::ready).thenComparingLong(ModelPlace::arrival);

  @Override
  public int compareTo(ModelPlace other) {
    return ORDER.compare(this, other);
  }
}
