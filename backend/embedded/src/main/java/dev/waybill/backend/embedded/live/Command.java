package dev.waybill.backend.embedded.live;

import dev.waybill.WaybillException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Something a caller wants of the writer thread. The caller waits until it is answered, which
/// happens after what it led to is on disk.
public abstract class Command<R> {

  private final Thread caller = Thread.currentThread();
  private @Nullable R answer;
  private @Nullable WaybillException failure;
  private volatile boolean done;

  /// At most how many bytes of facts this leads to.
  abstract int weight();

  /// Decides. Runs on the writer thread. False where the answer has to wait for something.
  abstract boolean execute(Machine machine);

  void answer(R result) {
    answer = result;
  }

  void fail(WaybillException reason) {
    failure = reason;
  }

  /// Whether it is decided, though the caller may not know yet.
  public boolean isAnswered() {
    return answer != null || failure != null;
  }

  boolean isDone() {
    return done;
  }

  /// Lets the caller go on. Runs on the writer thread, after the commit.
  public void complete() {
    done = true;
    LockSupport.unpark(caller);
  }

  /// Waits for the answer. An interrupt is kept for later: what was asked for may have happened.
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
