package dev.waybill.documents.remote;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// How calls wait.
@FunctionalInterface
public interface Pausing {

  /// @throws ModelException if the wait was ended early
  void pause(Duration duration) throws ModelException;

  /// Waits until `closed` opens, at most.
  static Pausing until(CountDownLatch closed) {
    return duration -> {
      try {
        if (closed.await(duration.toNanos(), TimeUnit.NANOSECONDS)) {
          throw ModelException.temporary("the server is being stopped", null);
        }
      } catch (InterruptedException interrupted) {
        throw ModelException.stopped();
      }
    };
  }
}
