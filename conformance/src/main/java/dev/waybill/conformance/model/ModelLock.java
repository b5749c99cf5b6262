package dev.waybill.conformance.model;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// The one lock of the model, and the wait for something to change under it.
final class ModelLock {

  /// The clock may be moved by hand, which signals nothing: so look again this often.
  private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  <T> T holding(Supplier<T> action) {
    lock.lock();
    try {
      return action.get();
    } finally {
      changed.signalAll();
      lock.unlock();
    }
  }

  /// Tries again after every change until there is an answer, the end is reached, or patience has
  /// run out in real time.
  <T> List<T> waiting(Duration patience, BooleanSupplier over, Supplier<List<T>> action) {
    long end = System.nanoTime() + patience.toNanos();
    lock.lock();
    try {
      List<T> answer = action.get();
      while (answer.isEmpty() && !over.getAsBoolean() && System.nanoTime() - end < 0) {
        changed.awaitNanos(Math.min(LOOK_AGAIN_NANOS, end - System.nanoTime()));
        answer = action.get();
      }
      changed.signalAll();
      return answer;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new WaybillException(Code.INTERRUPTED, "interrupted while waiting", interrupted);
    } finally {
      lock.unlock();
    }
  }
}
