package dev.waybill.client;

import dev.waybill.Payload;
import dev.waybill.client.http.PendingCall;
import dev.waybill.wire.http.HttpAnswer;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/// How a caller waits: for an answer, and before the next try.
interface Waiting {

  HttpAnswer<Payload> answer(PendingCall call) throws InterruptedException, ExecutionException;

  /// True where `end` opened meanwhile.
  boolean pause(CountDownLatch end, long nanos) throws InterruptedException;

  /// As in process: what changes something is not cut short by an interrupt, because then nobody
  /// would know what came of it. The interrupt is there again afterwards.
  Waiting UNINTERRUPTED =
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

  /// Something that can be asked again after an interrupt.
  interface Wait<T> {
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
