package dev.waybill;

import dev.waybill.base.OneByOne;

/// Events of one job after a place, stored and still to come. Each iteration begins at that place,
/// waits for the next event and ends when the job has. What iterates may leave at any time.
public interface EventFeed extends Iterable<JobEvent> {

  /// Reads what an iteration reads, all that is there at a time. For those who pass events on.
  default EventReader open() {
    return new OneByOne(iterator());
  }
}
