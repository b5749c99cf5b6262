package dev.waybill.backend.aws.link;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.waybill.WaybillException;
import dev.waybill.backend.aws.Emulators;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Calls that wait for messages hold a connection each.
class ConnectionsTest {

  private static final int CALLS = 300;

  private final CountDownLatch answers = new CountDownLatch(1);
  private final AtomicInteger held = new AtomicInteger();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpServer sqs;

  ConnectionsTest() throws IOException {
    sqs = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), CALLS);
    sqs.setExecutor(threads);
    sqs.createContext(
        "/",
        exchange -> {
          held.incrementAndGet();
          try (exchange) {
            answers.await();
          } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
          }
        });
    sqs.start();
  }

  @AfterEach
  void close() {
    answers.countDown();
    sqs.stop(0);
    threads.shutdownNow();
  }

  @Test
  void tables_are_read_while_hundreds_of_calls_wait_for_messages() {
    AwsConfig config = Emulators.config();
    URI silent = URI.create("http://127.0.0.1:" + sqs.getAddress().getPort());
    AwsConfig.Endpoints direct = config.endpoints();
    try (AwsLink link =
        AwsLink.open(
            config.withEndpoints(
                new AwsConfig.Endpoints(direct.dynamodb(), silent, direct.s3())))) {
      for (int i = 0; i < CALLS; i++) {
        Thread.ofVirtual().start(() -> receive(link));
      }
      eventually(() -> assertThat(held).hasValueGreaterThanOrEqualTo(256));
      assertThat(new Tables(link).find("none")).isEmpty();
    }
  }

  private static void receive(AwsLink link) {
    try {
      link.sqs("receive", client -> client.receiveMessage(call -> call.queueUrl("http://x/q")));
    } catch (WaybillException ended) {
      assertThat(ended).isNotNull();
    }
  }
}
