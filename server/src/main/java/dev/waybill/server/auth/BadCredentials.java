package dev.waybill.server.auth;

import dev.waybill.base.Recent;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/// Logs failed authentications: one line per address and minute, with their number.
final class BadCredentials {

  private static final System.Logger LOG = System.getLogger(BadCredentials.class.getName());
  private static final long EVERY = TimeUnit.MINUTES.toNanos(1);
  private static final int REMEMBERED = 10_000;

  private static final class Count {

    private final AtomicLong since = new AtomicLong();
    private final AtomicLong toldAt;

    Count(long longAgo) {
      toldAt = new AtomicLong(longAgo);
    }
  }

  private final Recent<CallerNetwork, Count> counts = new Recent<>(REMEMBERED);
  private final LongSupplier nanoTime;

  BadCredentials(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  void from(InetAddress address) {
    long now = nanoTime.getAsLong();
    Count count = counts.get(CallerNetwork.of(address), () -> new Count(now - EVERY));
    count.since.incrementAndGet();
    long told = count.toldAt.get();
    if (now - told >= EVERY && count.toldAt.compareAndSet(told, now)) {
      LOG.log(
          Level.WARNING,
          "invalid credentials from {0}: {1} since the last message about this address",
          address.getHostAddress(),
          String.valueOf(count.since.getAndSet(0)));
    }
  }
}
