package dev.waybill;

import java.util.List;

/// The outcome of one attempt, reported by its worker.
public record Settlement(TaskToken token, Outcome outcome) {

  /// Releases leased jobs that will not run. Each job returns to its earlier position in its lane,
  /// regardless of the order in which they are released.
  public static List<Settlement> releases(List<Lease> leases) {
    return leases.stream()
        .map(lease -> new Settlement(lease.token(), new Outcome.Release()))
        .toList();
  }
}
