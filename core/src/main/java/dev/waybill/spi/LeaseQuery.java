package dev.waybill.spi;

import dev.waybill.settings.Limits;
import java.time.Duration;

/// A request for leases; see `LeaseRequest` for its parts.
///
/// @param maxBytes the limit for the payloads of all leased jobs; a claim counts with the size of
///     its blob
public record LeaseQuery(
    QueueKey queue,
    String worker,
    int max,
    Duration leaseDuration,
    Duration patience,
    int maxBytes) {

  public LeaseQuery(
      QueueKey queue, String worker, int max, Duration leaseDuration, Duration patience) {
    this(queue, worker, max, leaseDuration, patience, Limits.LEASE_BYTES);
  }

  /// This request without waiting.
  public LeaseQuery atOnce() {
    return new LeaseQuery(queue, worker, max, leaseDuration, Duration.ZERO, maxBytes);
  }
}
