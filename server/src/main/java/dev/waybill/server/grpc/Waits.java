package dev.waybill.server.grpc;

import io.grpc.Context;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Calls that wait for something to happen. Each is woken when nobody wants its answer any more:
/// the client has cancelled, the deadline has passed, or the server is being closed.
final class Waits {

  private final Set<Wait> open = ConcurrentHashMap.newKeySet();
  private volatile boolean closing;

  /// From now until it is closed, the current thread is interrupted when the wait is over.
  Wait begin() {
    Wait wait = new Wait(Thread.currentThread(), Context.current());
    open.add(wait);
    wait.context.addListener(wait, Runnable::run);
    if (closing) {
      wait.wake();
    }
    return wait;
  }

  /// Ends all waits, those yet to come included.
  void endAll() {
    closing = true;
    open.forEach(Wait::wake);
  }

  boolean isClosing() {
    return closing;
  }

  final class Wait implements Context.CancellationListener, AutoCloseable {

    private final Thread thread;
    private final Context context;
    private boolean over;

    private Wait(Thread thread, Context context) {
      this.thread = thread;
      this.context = context;
    }

    @Override
    public void cancelled(Context cancelled) {
      wake();
    }

    private synchronized void wake() {
      if (!over) {
        thread.interrupt();
      }
    }

    /// The thread goes on to other things: from here on nobody may interrupt it, and an interrupt
    /// that came too late is forgotten.
    @Override
    public void close() {
      open.remove(this);
      context.removeListener(this);
      synchronized (this) {
        over = true;
        Thread.interrupted();
      }
    }
  }
}
