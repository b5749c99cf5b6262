package dev.waybill.spi;

import dev.waybill.NewJob;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A validated job that is to be stored.
///
/// @param fingerprint identifies the content of the request, to detect another request with the
///     same request ID; null without a request ID
public record Draft(JobKey key, NewJob job, @Nullable Fingerprint fingerprint) {

  /// The earliest start of the job, if it is stored now.
  public Instant readyAt(Instant now) {
    Instant asked = job.runAt() == null ? now.plus(job.delay()) : job.runAt();
    return asked.isBefore(now) ? now : asked;
  }

  /// The first 128 bits of a SHA-256.
  public record Fingerprint(long high, long low) {}
}
