package dev.waybill;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// A worker's request for jobs.
///
/// @param worker the name of the worker; should differ between processes and between starts
/// @param max the maximum number of jobs
/// @param leaseDuration null for the setting of the queue
/// @param patience how long to wait while the queue is empty
public record LeaseRequest(
    String queue, String worker, int max, @Nullable Duration leaseDuration, Duration patience) {

  public static LeaseRequest of(String queue, String worker) {
    return new LeaseRequest(queue, worker, 1, null, Duration.ZERO);
  }

  public LeaseRequest withMax(int jobs) {
    return new LeaseRequest(queue, worker, jobs, leaseDuration, patience);
  }

  public LeaseRequest withLeaseDuration(@Nullable Duration lease) {
    return new LeaseRequest(queue, worker, max, lease, patience);
  }

  public LeaseRequest withPatience(Duration longest) {
    return new LeaseRequest(queue, worker, max, leaseDuration, longest);
  }
}
