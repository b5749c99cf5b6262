package dev.waybill.backend.embedded.live;

import dev.waybill.WaybillException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// A command for the writer thread. The caller waits for the answer, which comes after the change
/// is durable.
public abstract class Command<R> {

  private final Thread caller = Thread.currentThread();
  private @Nullable R answer;
  private @Nullable WaybillException failure;
  private volatile boolean done;

  /// An upper bound for the bytes of facts that this command writes.
  abstract int weight();

  /// Decides, on the writer thread. Returns false if the answer must wait.
  abstract boolean execute(Machine machine);

  void answer(R result) {
    answer = result;
  }

  void fail(WaybillException reason) {
    failure = reason;
  }

  /// Whether it is decided; the caller may not know yet.
  public boolean isAnswered() {
    return answer != null || failure != null;
  }

  boolean isDone() {
    return done;
  }

  /// Wakes the caller. Runs on the writer thread after the commit.
  public void complete() {
    done = true;
    LockSupport.unpark(caller);
  }

  /// Waits for the answer. Keeps an interrupt for later, because the command may have been
  /// executed.
  public R await() {
    boolean interrupted = false;
    while (!done) {
      LockSupport.park(this);
      interrupted |= Thread.interrupted();
    }
    if (interrupted) {
      caller.interrupt();
    }
    return result();
  }

  public R result() {
    if (failure != null) {
      throw new WaybillException(failure.code(), String.valueOf(failure.getMessage()), failure);
    }
    if (answer == null) {
      throw new IllegalStateException("a command was completed without an answer");
    }
    return answer;
  }
}
