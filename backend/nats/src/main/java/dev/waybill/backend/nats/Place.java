package dev.waybill.backend.nats;

/// A place in a lane. Jobs put to the front come first, the latest of them foremost; the others in
/// the order in which they became ready.
///
/// @param ready the time from which the job may start, in milliseconds
/// @param arrival grows with everything that happens, over all servers
record Place(boolean front, long ready, long arrival) implements Comparable<Place> {

  @Override
  public int compareTo(Place other) {
    if (front != other.front) {
      return front ? -1 : 1;
    }
    if (front) {
      return Long.compare(other.arrival, arrival);
    }
    int byTime = Long.compare(ready, other.ready);
    return byTime != 0 ? byTime : Long.compare(arrival, other.arrival);
  }
}
