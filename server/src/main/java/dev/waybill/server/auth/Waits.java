package dev.waybill.server.auth;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/// The waiting calls of one surface, including streams. A wait ends early when its client
/// disconnects, when its credential is no longer valid, or when the server closes.
public final class Waits {

  private static final System.Logger LOG = System.getLogger(Waits.class.getName());

  private final Set<Wait> open = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean checking = new AtomicBoolean();
  private volatile boolean closing;

  /// Starts to wait on this thread; the wait must be closed.
  public Wait begin(Optional<AdmittedCaller> caller) {
    Wait wait = new Wait(caller);
    open.add(wait);
    if (closing) {
      wait.end();
    }
    return wait;
  }

  /// Ends waits whose credential is no longer valid; may read the store. Does nothing while another
  /// check runs.
  public void checkCredentials() {
    if (checking.compareAndSet(false, true)) {
      try {
        checkAll();
      } finally {
        checking.set(false);
      }
    }
  }

  /// Logs one failure of all, which often have the same cause.
  private void checkAll() {
    RuntimeException last = null;
    for (Wait wait : open) {
      try {
        wait.endUnlessValid();
      } catch (RuntimeException failed) {
        last = failed;
      }
    }
    if (last != null) {
      LOG.log(System.Logger.Level.WARNING, "could not recheck all credentials", last);
    }
  }

  /// Ends all waits, including future ones.
  public void endAll() {
    closing = true;
    open.forEach(Wait::end);
  }

  public int size() {
    return open.size();
  }

  /// A waiting call. Ending it interrupts its thread, but only while it waits.
  public final class Wait implements AutoCloseable {

    private final Thread thread = Thread.currentThread();
    private final List<Runnable> atClose = new ArrayList<>();
    private final Optional<AdmittedCaller> caller;
    private volatile boolean expired;
    private boolean over;

    private Wait(Optional<AdmittedCaller> caller) {
      this.caller = caller;
    }

    /// Runs the task when the wait is closed, after earlier tasks.
    public Wait atClose(Runnable task) {
      atClose.add(task);
      return this;
    }

    /// Whether it ended because its credential is no longer valid.
    public boolean hasExpired() {
      return expired;
    }

    public boolean isServerClosing() {
      return closing;
    }

    public synchronized void end() {
      if (!over) {
        thread.interrupt();
      }
    }

    private void endUnlessValid() {
      if (!caller.map(AdmittedCaller::isValid).orElse(true)) {
        expired = true;
        end();
      }
    }

    /// The thread will run other tasks: it must not be interrupted after this, and a late interrupt
    /// is cleared.
    @Override
    public void close() {
      open.remove(this);
      atClose.forEach(Runnable::run);
      synchronized (this) {
        over = true;
        Thread.interrupted();
      }
    }
  }
}
