package dev.waybill.spi;

import dev.waybill.NewJob;
import org.jspecify.annotations.Nullable;

/// A job that was admitted and is to be stored.
///
/// @param fingerprint of everything the caller said, to tell a repeat from another body; set where
///     there is a request id
public record Draft(JobKey key, NewJob job, @Nullable Fingerprint fingerprint) {

  /// The first 128 bits of a SHA-256.
  public record Fingerprint(long high, long low) {}
}
