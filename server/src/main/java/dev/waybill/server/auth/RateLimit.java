package dev.waybill.server.auth;

import dev.waybill.base.Recent;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/// Limits the rate of each of many callers, with bursts of up to one second.
///
/// It stores one number per caller: the time until which its share is spent (the generic cell rate
/// algorithm). Memory is bounded; callers that were not seen for long start again.
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

  /// Counts one call; returns zero, or how long to wait if the limit is reached.
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

  /// The answer of [#take] without counting a call.
  Duration look(K key) {
    if (cost == 0 || !spentUntil.has(key)) {
      return Duration.ZERO;
    }
    long now = nanoTime.getAsLong();
    long after = Math.max(spentUntil.get(key, () -> new AtomicLong(now)).get() - now, 0) + cost;
    return Duration.ofNanos(Math.max(after - SECOND, 0));
  }
}
