package dev.waybill.base;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class BackgroundLoopTest {

  private static final Duration LONG = Duration.ofDays(1);

  @Test
  void it_goes_on_after_a_failure_and_ends_when_the_store_is_closed() throws InterruptedException {
    CountDownLatch steps = new CountDownLatch(3);
    try (BackgroundLoop loop =
        new BackgroundLoop(
            "test",
            Duration.ofMillis(1),
            () -> {
              steps.countDown();
              throw steps.getCount() == 0
                  ? new WaybillException(Code.CLOSED, "closed")
                  : new IllegalStateException("as the test asked for");
            })) {
      loop.start();
      assertThat(steps.await(10, TimeUnit.SECONDS)).isTrue();
      while (loop.isRunning()) {
        Thread.onSpinWait();
      }
    }
  }

  @Test
  void it_continues_after_an_error() throws InterruptedException {
    CountDownLatch steps = new CountDownLatch(2);
    try (BackgroundLoop loop =
        new BackgroundLoop(
            "test",
            Duration.ofMillis(1),
            () -> {
              steps.countDown();
              throw new LinkageError("as the test asked for");
            })) {
      loop.start();
      assertThat(steps.await(10, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void it_ends_without_a_pause_when_the_store_is_closed() {
    try (BackgroundLoop loop =
        new BackgroundLoop(
            "test",
            LONG,
            () -> {
              throw new WaybillException(Code.CLOSED, "closed");
            })) {
      loop.start().wake();
      while (loop.isRunning() && !Thread.currentThread().isInterrupted()) {
        Thread.onSpinWait();
      }
    }
  }

  @Test
  void a_pause_ends_when_it_is_woken() throws InterruptedException {
    CountDownLatch steps = new CountDownLatch(3);
    try (BackgroundLoop loop =
        new BackgroundLoop(
            "test",
            LONG,
            () -> {
              steps.countDown();
              return LONG;
            })) {
      loop.start();
      while (!steps.await(1, TimeUnit.MILLISECONDS)) {
        loop.wake();
      }
    }
    assertThat(steps.getCount()).isZero();
  }

  @Test
  void it_can_be_closed_before_it_was_started() {
    BackgroundLoop loop = new BackgroundLoop("test", LONG, () -> LONG);
    loop.close();
    assertThat(loop.isRunning()).isFalse();
  }
}
