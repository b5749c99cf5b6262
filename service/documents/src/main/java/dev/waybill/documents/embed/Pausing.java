package dev.waybill.documents.embed;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// How calls wait.
@FunctionalInterface
interface Pausing {

  /// @throws EmbeddingException if the wait was ended early
  void pause(Duration duration) throws EmbeddingException;

  /// Waits until `closed` opens, at most.
  static Pausing until(CountDownLatch closed) {
    return duration -> {
      try {
        if (closed.await(duration.toNanos(), TimeUnit.NANOSECONDS)) {
          throw EmbeddingException.retryable("the server is being stopped", null);
        }
      } catch (InterruptedException interrupted) {
        throw EmbeddingException.interrupted();
      }
    };
  }
}
