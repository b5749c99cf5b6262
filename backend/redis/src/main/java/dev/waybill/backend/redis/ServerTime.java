package dev.waybill.backend.redis;

import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/// The time of the store: that of the Redis server, so that all servers of Waybill agree. A program
/// with a clock of its own, such as a test, passes that.
record ServerTime(InstantSource clock) {

  /// The first argument of functions.
  String argument() {
    return clock.equals(InstantSource.system()) ? "" : Long.toString(clock.millis());
  }

  /// The time of this process.
  Instant near() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }
}
