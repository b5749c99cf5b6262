package dev.waybill.engine.token;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The two keys that are accepted at the moment.
///
/// @param previous null if there has been only one
/// @param seen when this server first read the newest key
record LiveKeys(Key newest, @Nullable Key previous, Instant seen) {

  /// @param number counts from 1, without limit
  record Key(int number, Signer signer) {

    /// The ID of the key in tokens. IDs repeat after 256 rotations; consecutive keys never share
    /// one.
    byte id() {
      return (byte) number;
    }
  }

  Key signing(Instant now) {
    return previous == null || isSettled(now) ? newest : previous;
  }

  Optional<Signer> withId(byte id) {
    if (newest.id() == id) {
      return Optional.of(newest.signer());
    }
    return previous != null && previous.id() == id
        ? Optional.of(previous.signer())
        : Optional.empty();
  }

  /// Whether the newest key may sign and be followed by another. The first key has no predecessor
  /// to wait for. A clock that was set back counts as time that has passed.
  boolean isSettled(Instant now) {
    return previous == null || Duration.between(seen, now).abs().compareTo(TokenKeys.SETTLE) >= 0;
  }
}
