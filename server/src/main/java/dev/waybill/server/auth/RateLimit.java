package dev.waybill.server.auth;

import dev.waybill.base.Recent;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/// Lets each of many callers do so much a second, with a second's worth at once.
///
/// For each caller it remembers one number: the time until which its share is spent (the generic
/// cell rate algorithm). Memory is bounded; who was not seen for long begins anew.
final class RateLimit<K> {

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final int REMEMBERED = 10_000;

  private final Recent<K, AtomicLong> spentUntil = new Recent<>(REMEMBERED);
  private final LongSupplier nanoTime;
  private final long cost;

  /// @param perSecond 0 for no limit
  RateLimit(int perSecond, LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.cost = perSecond == 0 ? 0 : SECOND / perSecond;
  }

  /// Takes one; answers zero, or how long to wait where nothing is left.
  Duration take(K key) {
    if (cost == 0) {
      return Duration.ZERO;
    }
    long now = nanoTime.getAsLong();
    AtomicLong spent = spentUntil.get(key, () -> new AtomicLong(now));
    while (true) {
      long before = spent.get();
      long after = Math.max(before - now, 0) + cost;
      if (after > SECOND) {
        return Duration.ofNanos(after - SECOND);
      }
      if (spent.compareAndSet(before, now + after)) {
        return Duration.ZERO;
      }
    }
  }

  /// What [#take] would answer; takes nothing.
  Duration look(K key) {
    if (cost == 0 || !spentUntil.has(key)) {
      return Duration.ZERO;
    }
    long now = nanoTime.getAsLong();
    long after = Math.max(spentUntil.get(key, () -> new AtomicLong(now)).get() - now, 0) + cost;
    return Duration.ofNanos(Math.max(after - SECOND, 0));
  }
}
