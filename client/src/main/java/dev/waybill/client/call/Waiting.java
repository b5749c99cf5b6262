package dev.waybill.client.call;

import dev.waybill.Payload;
import dev.waybill.client.http.PendingCall;
import dev.waybill.wire.http.HttpAnswer;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/// How a caller waits: for an answer, and before the next try.
public interface Waiting {

  public HttpAnswer<Payload> answer(PendingCall call)
      throws InterruptedException, ExecutionException;

  /// Returns true if `end` opened during the wait.
  public boolean pause(CountDownLatch end, long nanos) throws InterruptedException;

  /// As in process: an interrupt does not abort a change, because its result would be unknown. The
  /// interrupt flag is set again afterwards.
  public Waiting UNINTERRUPTED =
      new Waiting() {
        @Override
        public HttpAnswer<Payload> answer(PendingCall call)
            throws InterruptedException, ExecutionException {
          return uninterrupted(call::get);
        }

        @Override
        public boolean pause(CountDownLatch end, long nanos) throws InterruptedException {
          long until = System.nanoTime() + nanos;
          try {
            return uninterrupted(() -> end.await(until - System.nanoTime(), TimeUnit.NANOSECONDS));
          } catch (ExecutionException never) {
            throw new IllegalStateException(never);
          }
        }
      };

  /// A wait that can be repeated after an interrupt.
  public interface Wait<T> {
    T await() throws InterruptedException, ExecutionException;
  }

  private static <T> T uninterrupted(Wait<T> wait) throws ExecutionException {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return wait.await();
        } catch (InterruptedException later) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
