package dev.waybill.server.grpc;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class GrpcTransportTest {

  private final GrpcTransport transport = new GrpcTransport(GrpcSettings.DEFAULT.limits());

  @Test
  void event_loops_end_when_it_is_closed() {
    transport.execute(() -> {});
    transport.close();
    eventually(() -> assertThat(transport.isShutDown()).isTrue());
  }

  @Test
  void a_call_that_ends_after_the_server_can_still_write() {
    CountDownLatch end = new CountDownLatch(1);
    transport.execute(() -> await(end));
    transport.close();
    assertThat(transport.isShutDown()).isFalse();
    end.countDown();
    eventually(() -> assertThat(transport.isShutDown()).isTrue());
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
