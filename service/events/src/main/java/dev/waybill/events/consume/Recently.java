package dev.waybill.events.consume;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;

/// Remembers for a while what was noted; of too much, the latest.
final class Recently<K> {

  private static final int MOST = 1_000;

  private final Map<K, Instant> noted = new LinkedHashMap<>();
  private final Duration span;
  private final InstantSource clock;

  Recently(Duration span, InstantSource clock) {
    this.span = span;
    this.clock = clock;
  }

  synchronized boolean contains(K key) {
    Instant at = noted.get(key);
    return at != null && clock.instant().isBefore(at.plus(span));
  }

  /// True where this was not noted recently.
  synchronized boolean note(K key) {
    if (contains(key)) {
      return false;
    }
    noted.remove(key);
    noted.put(key, clock.instant());
    if (noted.size() > MOST) {
      noted.remove(noted.keySet().iterator().next());
    }
    return true;
  }
}
