package dev.waybill.spi;

import dev.waybill.NewJob;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A job that was admitted and is to be stored.
///
/// @param fingerprint of everything the caller said, to tell a repeat from another body; set where
///     there is a request id
public record Draft(JobKey key, NewJob job, @Nullable Fingerprint fingerprint) {

  /// The time from which the job may start, if it is stored now.
  public Instant readyAt(Instant now) {
    Instant asked = job.runAt() == null ? now.plus(job.delay()) : job.runAt();
    return asked.isBefore(now) ? now : asked;
  }

  /// The first 128 bits of a SHA-256.
  public record Fingerprint(long high, long low) {}
}
