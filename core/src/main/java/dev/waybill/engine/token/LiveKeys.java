package dev.waybill.engine.token;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The two keys that are accepted at one moment.
///
/// @param previous null where there has only been one
/// @param seen when this server first saw the newest
record LiveKeys(Key newest, @Nullable Key previous, Instant seen) {

  /// @param number counts from 1, without end
  record Key(int number, Signer signer) {

    /// What a token says of its key. Ids repeat after 256 rotations; two neighbours never share
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

  /// The very first key has no one before it that could be cut off. A clock that was set back
  /// counts as time that has passed.
  boolean isSettled(Instant now) {
    return previous == null || Duration.between(seen, now).abs().compareTo(TokenKeys.SETTLE) >= 0;
  }
}
