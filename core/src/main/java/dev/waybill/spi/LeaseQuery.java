package dev.waybill.spi;

import dev.waybill.settings.Limits;
import java.time.Duration;

/// A request for leases; see `LeaseRequest` for the parts.
///
/// @param maxBytes no further job is given when the payloads of those given come to so much; claims
///     weigh what they stand for
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

  /// The same without waiting.
  public LeaseQuery atOnce() {
    return new LeaseQuery(queue, worker, max, leaseDuration, Duration.ZERO, maxBytes);
  }
}
