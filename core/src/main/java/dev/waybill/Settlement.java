package dev.waybill;

import java.util.List;

/// A worker's word on one attempt.
public record Settlement(TaskToken token, Outcome outcome) {

  /// Releases jobs that nobody will run after all. Each goes back to the place that it had in its
  /// lane, in whatever order they are released.
  public static List<Settlement> releases(List<Lease> leases) {
    return leases.stream()
        .map(lease -> new Settlement(lease.token(), new Outcome.Release()))
        .toList();
  }
}
