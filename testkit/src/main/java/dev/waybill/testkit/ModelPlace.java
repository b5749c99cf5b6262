package dev.waybill.testkit;

import java.time.Instant;

/// A place in a lane. Jobs put to the front come first, the latest of them foremost; the others
/// in the order in which they became ready.
record ModelPlace(boolean front, Instant ready, long arrival) implements Comparable<ModelPlace> {

  @Override
  public int compareTo(ModelPlace other) {
    if (front != other.front) {
      return front ? -1 : 1;
    }
    if (front) {
      return Long.compare(other.arrival, arrival);
    }
    int byTime = ready.compareTo(other.ready);
    return byTime != 0 ? byTime : Long.compare(arrival, other.arrival);
  }
}
