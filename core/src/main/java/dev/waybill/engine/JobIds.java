package dev.waybill.engine;

import dev.waybill.JobId;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/// Creates UUIDv7 IDs, each greater than the one before, even if the clock stands still or is set
/// back. IDs are unique, not secret.
final class JobIds {

  private static final int COUNTER_BITS = 12;
  private static final long COUNTER_MASK = (1L << COUNTER_BITS) - 1;
  private static final long VERSION = 0x7000L;
  private static final long VARIANT = 0x8000_0000_0000_0000L;

  private final InstantSource clock;
  private final RandomGenerator random;

  /// The last time used, in milliseconds, followed by a counter of 12 bits, which overflows into
  /// the next millisecond.
  private final AtomicLong last = new AtomicLong();

  /// `random` is called from many threads at once.
  JobIds(InstantSource clock, RandomGenerator random) {
    this.clock = clock;
    this.random = random;
  }

  JobId next() {
    long now = clock.millis() << COUNTER_BITS;
    long tick = last.updateAndGet(before -> Math.max(before + 1, now));
    long high = (tick >>> COUNTER_BITS << 16) | VERSION | (tick & COUNTER_MASK);
    return new JobId(high, (random.nextLong() >>> 2) | VARIANT);
  }
}
