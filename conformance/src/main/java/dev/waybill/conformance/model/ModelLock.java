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

/// The lock of the model, and waits for changes under it.
final class ModelLock {

  /// Moving a manual clock sends no signal, so the condition is checked this often.
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

  /// Repeats the action after every change until it has a result, the end is reached, or patience
  /// is over in real time.
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
