package dev.waybill.server.http.connection;

import dev.waybill.Waybill;
import dev.waybill.server.auth.AdmittedCaller;
import dev.waybill.server.auth.Quota;
import dev.waybill.server.http.api.HttpCode;
import dev.waybill.server.http.api.HttpRefusal;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/// The waiting calls, including streams. A wait ends early when its client disconnects, when its
/// credential is no longer valid, when its time is over, or when the server closes.
public final class HttpWaits {

  private final Set<Wait> open = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean checking = new AtomicBoolean();
  private final Exchanges exchanges;
  private final Quota quota;
  private final Duration checkEvery;

  public HttpWaits(Exchanges exchanges, Quota quota, Duration checkEvery) {
    this.exchanges = exchanges;
    this.quota = quota;
    this.checkEvery = checkEvery;
  }

  /// Starts to wait on this thread; the wait must be closed.
  public Wait begin(Exchange exchange) {
    String tenant = tenant(exchange);
    quota
        .take(tenant)
        .ifPresent(
            full -> {
              throw new HttpRefusal(HttpCode.TOO_MANY_WAITING, full, Map.of("Retry-After", "1"));
            });
    return begin(exchange, () -> quota.giveBack(tenant));
  }

  /// Begins the wait of a stream; streams have a limit of their own.
  Wait beginStream(Exchange exchange) {
    return begin(exchange, () -> {});
  }

  private Wait begin(Exchange exchange, Runnable atEnd) {
    Wait wait = new Wait(exchange, atEnd);
    open.add(wait);
    if (exchanges.isDraining()) {
      wait.end();
    }
    return wait;
  }

  static String tenant(Exchange exchange) {
    return exchange.pass().map(pass -> pass.caller().tenant()).orElse(Waybill.DEFAULT_TENANT);
  }

  /// Ends waits whose credential is no longer valid. Returns at once, because the check may read
  /// the store.
  public void checkCredentials() {
    if (checking.compareAndSet(false, true)) {
      Thread.ofVirtual().name("waybill-http-passes").start(this::check);
    }
  }

  private void check() {
    try {
      long now = System.nanoTime();
      open.forEach(wait -> wait.endUnlessValid(now));
    } finally {
      checking.set(false);
    }
  }

  public void endAll() {
    open.forEach(Wait::end);
  }

  public int size() {
    return open.size();
  }

  /// A waiting call. Ending it interrupts its thread, but only while it waits.
  public final class Wait implements AutoCloseable {

    private final Thread thread = Thread.currentThread();
    private final Exchange exchange;
    private final Runnable atEnd;
    private final Presence presence;
    private volatile long checkedAt = System.nanoTime();
    private boolean over;

    private Wait(Exchange exchange, Runnable atEnd) {
      this.exchange = exchange;
      this.atEnd = atEnd;
      exchange.request().addIdleTimeoutListener(_ -> false);
      presence = Presence.watch(exchange, this::end);
    }

    public synchronized void end() {
      if (!over) {
        thread.interrupt();
      }
    }

    private void endUnlessValid(long now) {
      if (now - checkedAt >= checkEvery.toNanos()) {
        checkedAt = now;
        if (!exchange.pass().map(AdmittedCaller::isValid).orElse(true)) {
          end();
        }
      }
    }

    @Override
    public void close() {
      open.remove(this);
      presence.stop();
      atEnd.run();
      synchronized (this) {
        over = true;
        Thread.interrupted();
      }
    }
  }
}
