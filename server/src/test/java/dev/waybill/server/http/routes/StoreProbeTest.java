package dev.waybill.server.http.routes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Code;
import dev.waybill.ServiceException;
import dev.waybill.WaybillException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class StoreProbeTest {

  @Test
  void a_store_that_does_not_answer_is_reported_soon_and_called_once() throws Exception {
    StoreProbe probe = new StoreProbe(Duration.ofMillis(20), Duration.ZERO);
    AtomicInteger asked = new AtomicInteger();
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch back = new CountDownLatch(1);
    CountDownLatch answered = new CountDownLatch(1);
    Runnable question =
        () -> {
          asked.incrementAndGet();
          begun.countDown();
          await(back);
          answered.countDown();
        };
    assertThat(probe.trouble(question)).contains("no_answer");
    assertThat(probe.trouble(question)).contains("no_answer");
    begun.await();
    assertThat(asked).hasValue(1);
    back.countDown();
    answered.await();
    assertThat(new StoreProbe(Duration.ofSeconds(20), Duration.ZERO).trouble(question)).isEmpty();
  }

  @Test
  void the_problem_of_the_store_is_reported() {
    StoreProbe probe = new StoreProbe(Duration.ofSeconds(20), Duration.ZERO);
    Runnable question =
        () -> {
          throw new WaybillException(Code.STORE_FAILED, "the disk is gone");
        };
    assertThat(probe.trouble(question)).contains("store_failed");
    assertThat(probe.trouble(() -> {})).isEmpty();
  }

  @Test
  void an_answer_is_kept_for_some_time() {
    StoreProbe probe = new StoreProbe(Duration.ofSeconds(20), Duration.ofHours(1));
    AtomicInteger asked = new AtomicInteger();
    for (int i = 0; i < 3; i++) {
      assertThat(probe.trouble(asked::incrementAndGet)).isEmpty();
    }
    assertThat(asked).hasValue(1);
  }

  @Test
  void the_service_of_a_store_that_fails_is_named() {
    Runnable question =
        () -> {
          throw new ServiceException(
              "SQS", Code.UNAVAILABLE, "SQS cannot find a queue", new IllegalStateException());
        };
    assertThat(new StoreProbe(Duration.ofSeconds(20), Duration.ZERO).trouble(question))
        .contains("SQS: unavailable");
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }
}
