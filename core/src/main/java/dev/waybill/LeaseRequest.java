package dev.waybill;

import java.time.Duration;

/// What a worker asks for.
///
/// @param worker who asks; should differ between processes and between starts
/// @param max how many jobs at most
/// @param hold how long the lease lasts unless it is extended
/// @param patience how long to wait while the queue is empty
public record LeaseRequest(String queue, String worker, int max, Duration hold, Duration patience) {

  public static LeaseRequest of(String queue, String worker) {
    return new LeaseRequest(queue, worker, 1, Duration.ofSeconds(30), Duration.ZERO);
  }

  public LeaseRequest withMax(int jobs) {
    return new LeaseRequest(queue, worker, jobs, hold, patience);
  }

  public LeaseRequest withHold(Duration lease) {
    return new LeaseRequest(queue, worker, max, lease, patience);
  }

  public LeaseRequest withPatience(Duration longest) {
    return new LeaseRequest(queue, worker, max, hold, longest);
  }
}
