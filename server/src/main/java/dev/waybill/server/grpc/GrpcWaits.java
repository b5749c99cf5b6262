package dev.waybill.server.grpc;

import dev.waybill.server.auth.AdmittedCaller;
import dev.waybill.server.auth.Quota;
import io.grpc.Context;
import io.grpc.Status;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Calls that wait. Each is woken when its answer is no longer needed: the client has cancelled,
/// the deadline has passed, its credential is no longer valid, or the server is being closed.
final class GrpcWaits {

  private final Set<Wait> open = ConcurrentHashMap.newKeySet();
  private final Quota quota;
  private volatile boolean closing;

  GrpcWaits(Quota quota) {
    this.quota = quota;
  }

  /// Until it is closed, interrupts the current thread when the wait must end. Counts towards the
  /// limit of the tenant.
  Wait beginCounted() {
    String tenant = Callers.current().tenant();
    refuseIf(quota.take(tenant));
    return begin(() -> quota.giveBack(tenant));
  }

  /// Begins the wait of a stream; streams have a limit of their own.
  Wait begin() {
    return begin(() -> {});
  }

  private Wait begin(Runnable atEnd) {
    Wait wait = new Wait(Thread.currentThread(), Context.current(), Callers.pass(), atEnd);
    open.add(wait);
    wait.context.addListener(wait, Runnable::run);
    if (closing) {
      wait.wake();
    }
    return wait;
  }

  static void refuseIf(Optional<String> full) {
    full.ifPresent(
        why -> {
          throw Status.RESOURCE_EXHAUSTED.withDescription(why).asRuntimeException();
        });
  }

  /// Ends waits whose credential is no longer valid; may read the store.
  void checkCredentials() {
    open.forEach(Wait::endUnlessValid);
  }

  /// Ends all waits, including future ones.
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
    private final Optional<AdmittedCaller> pass;
    private final Runnable atEnd;
    private volatile boolean expired;
    private boolean over;

    private Wait(Thread thread, Context context, Optional<AdmittedCaller> pass, Runnable atEnd) {
      this.thread = thread;
      this.context = context;
      this.pass = pass;
      this.atEnd = atEnd;
    }

    @Override
    public void cancelled(Context cancelled) {
      wake();
    }

    /// Whether it was woken because its credential is no longer valid.
    boolean hasExpired() {
      return expired;
    }

    private void endUnlessValid() {
      if (!pass.map(AdmittedCaller::isValid).orElse(true)) {
        expired = true;
        wake();
      }
    }

    private synchronized void wake() {
      if (!over) {
        thread.interrupt();
      }
    }

    /// The thread will run other tasks: it must not be interrupted after this, and a late interrupt
    /// is cleared.
    @Override
    public void close() {
      open.remove(this);
      context.removeListener(this);
      atEnd.run();
      synchronized (this) {
        over = true;
        Thread.interrupted();
      }
    }
  }
}
