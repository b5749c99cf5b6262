package dev.waybill.server.auth;

import dev.waybill.engine.register.Register;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/// Allows one read of the store per second for credentials that are not known here: another server
/// may just have created them.
final class MissedReads {

  private final InstantSource clock;
  private volatile Instant last = Instant.MIN;

  MissedReads(InstantSource clock) {
    this.clock = clock;
  }

  /// A clock that was set back counts as time that has passed.
  boolean isAllowed() {
    Instant now = clock.instant();
    Instant before = last;
    if (!before.equals(Instant.MIN)
        && Duration.between(before, now).abs().compareTo(Register.LOOK_EVERY) < 0) {
      return false;
    }
    last = now;
    return true;
  }
}
