package dev.waybill.server.http;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Calls that wait for something to happen. Each can be ended from outside: when its client hangs
/// up, when its time is over, when the server closes.
final class Waits {

  private final Set<Wait> open = ConcurrentHashMap.newKeySet();
  private final Exchanges exchanges;

  Waits(Exchanges exchanges) {
    this.exchanges = exchanges;
  }

  /// Begins to wait on this thread; the wait must be closed.
  Wait begin(Exchange exchange) {
    Wait wait = new Wait(exchange);
    open.add(wait);
    if (exchanges.isDraining()) {
      wait.end();
    }
    return wait;
  }

  void endAll() {
    open.forEach(Wait::end);
  }

  int size() {
    return open.size();
  }

  /// One call that waits. Ending it interrupts its thread, but only while it waits.
  final class Wait implements AutoCloseable {

    private final Thread thread = Thread.currentThread();
    private final Presence presence;
    private boolean over;

    private Wait(Exchange exchange) {
      exchange.request().addIdleTimeoutListener(_ -> false);
      presence = Presence.watch(exchange, this::end);
    }

    synchronized void end() {
      if (!over) {
        thread.interrupt();
      }
    }

    @Override
    public void close() {
      open.remove(this);
      presence.stop();
      synchronized (this) {
        over = true;
        Thread.interrupted();
      }
    }
  }
}
