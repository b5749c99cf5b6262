package dev.waybill.conformance;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/// A call on its own thread, so that a test can act while the call waits.
public final class Background<T> {

  private static final Duration LONGEST = Duration.ofSeconds(30);

  private final FutureTask<T> call;
  private final Thread thread;

  private Background(Callable<T> call) {
    this.call = new FutureTask<>(call);
    this.thread = Thread.ofVirtual().start(this.call);
  }

  public static <T> Background<T> of(Callable<T> call) {
    return new Background<>(call);
  }

  /// Makes the same call on many threads at the same time, and collects the answers.
  public static <T> List<T> together(int callers, Callable<T> call) {
    CountDownLatch start = new CountDownLatch(1);
    List<Background<T>> calls =
        IntStream.range(0, callers)
            .mapToObj(
                _ ->
                    of(
                        () -> {
                          start.await();
                          return call.call();
                        }))
            .toList();
    start.countDown();
    return calls.stream().map(Background::answer).toList();
  }

  /// Returns when the call blocks, as a call that waits for jobs does; or after a second, for a
  /// store whose waiting is not visible. Assertions must hold in both cases.
  public Background<T> onceItWaits() {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
    while (!standsStill() && !call.isDone() && System.nanoTime() - end < 0) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }
    return this;
  }

  public boolean isDone() {
    return call.isDone();
  }

  public void interrupt() {
    thread.interrupt();
  }

  /// The answer; throws what the call throws.
  public T answer() {
    try {
      return call.get(LONGEST.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new AssertionError(failed.getCause());
    } catch (TimeoutException late) {
      thread.interrupt();
      throw new AssertionError("no answer after " + LONGEST, late);
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }

  private boolean standsStill() {
    Thread.State state = thread.getState();
    return state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
  }
}
