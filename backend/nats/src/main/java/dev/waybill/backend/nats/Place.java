package dev.waybill.backend.nats;

import java.util.Comparator;

/// A place in a lane, in the order in which jobs became ready. A job keeps its place while it runs,
/// so that one that is given back stands where it stood.
///
/// @param ready the time from which the job may start, in milliseconds
/// @param arrival grows with everything that happens, over all servers
record Place(long ready, long arrival) implements Comparable<Place> {

  private static final Comparator<Place> ORDER =
      Comparator.comparingLong(Place::ready).thenComparingLong(Place::arrival);

  @Override
  public int compareTo(Place other) {
    return ORDER.compare(this, other);
  }
}
