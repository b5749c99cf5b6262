package dev.waybill;

import dev.waybill.base.OneByOne;

/// The stored and future events of one job after a position. Each iteration begins at that
/// position, waits for the next event, and ends when the job has finished. A caller may stop
/// iterating at any time.
public interface EventFeed extends Iterable<JobEvent> {

  /// Opens a reader that returns events in batches, for code that forwards them.
  default EventReader open() {
    return new OneByOne(iterator());
  }
}
