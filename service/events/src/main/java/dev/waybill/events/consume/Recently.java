package dev.waybill.events.consume;

import dev.waybill.base.Recent;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/// Remembers keys for a limited time.
final class Recently<K> {

  private static final int MOST = 1_000;

  private final Recent<K, Instant> noted = new Recent<>(MOST);
  private final Duration span;
  private final InstantSource clock;

  Recently(Duration span, InstantSource clock) {
    this.span = span;
    this.clock = clock;
  }

  boolean contains(K key) {
    return noted.find(key).filter(at -> clock.instant().isBefore(at.plus(span))).isPresent();
  }

  /// Returns true if the key was not noted recently.
  synchronized boolean note(K key) {
    boolean isNew = !contains(key);
    if (isNew) {
      noted.put(key, clock.instant());
    }
    return isNew;
  }
}
