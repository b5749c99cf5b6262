package dev.waybill.messages.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.conformance.ManualClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Which requests share a connection, and what happens when the server closes it.
final class KeptConnectionsTest {

  private static final String GOOD = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
  private static final String LAST =
      "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok";

  private final ManualClock clock = new ManualClock();
  private final HttpSender sender =
      new HttpSender(Network.direct(TargetAddresses.trusted()), HttpSender.Timeouts.DEFAULT, clock);
  private final AtomicInteger connections = new AtomicInteger();
  private final AtomicInteger requests = new AtomicInteger();
  private final BlockingQueue<Socket> open = new LinkedBlockingQueue<>();
  private volatile Answers answers = _ -> GOOD;
  private ServerSocket server;

  /// The answer to the n-th request; empty to close the connection without one.
  private interface Answers {
    String to(int request) throws Exception;
  }

  @BeforeEach
  void listen() throws IOException {
    server = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  @AfterEach
  void close() throws IOException {
    server.close();
  }

  @Test
  void the_next_request_uses_the_same_connection() throws Exception {
    assertGood(send(post()));
    assertGood(send(post()));
    assertThat(connections).hasValue(1);
    assertThat(requests).hasValue(2);
  }

  @Test
  void a_connection_that_the_server_ends_is_not_kept() throws Exception {
    answers = _ -> LAST;
    assertGood(send(post()));
    assertGood(send(post()));
    assertThat(connections).hasValue(2);
  }

  @Test
  void a_connection_that_was_closed_meanwhile_is_not_used() throws Exception {
    assertGood(send(post()));
    open.take().close();
    assertGood(send(post()));
    assertThat(connections).hasValue(2);
    assertThat(requests).hasValue(2);
  }

  @Test
  void an_idle_connection_is_not_kept_for_long() throws Exception {
    assertGood(send(post()));
    clock.advance(IdleConnections.LONGEST.plus(Duration.ofMillis(1)));
    assertGood(send(post()));
    assertThat(connections).hasValue(2);
  }

  @Test
  void a_request_without_a_key_is_not_sent_again_when_its_connection_ends() throws Exception {
    answers = number -> number == 2 ? "" : GOOD;
    assertGood(send(post()));
    assertThat(send(post())).isInstanceOf(HttpOutcome.Unanswered.class);
    assertThat(requests).hasValue(2);
  }

  @Test
  void a_repeatable_request_is_sent_again_over_a_new_connection() throws Exception {
    answers = number -> number == 2 ? "" : GOOD;
    assertGood(send(post()));
    assertGood(send(post().asRepeatable()));
    assertThat(connections).hasValue(2);
    assertThat(requests).hasValue(3);
  }

  @Test
  void a_repeatable_request_is_not_sent_a_third_time() throws Exception {
    answers = number -> number > 1 ? "" : GOOD;
    assertGood(send(post()));
    assertThat(send(OutgoingRequest.get(url()))).isInstanceOf(HttpOutcome.Unanswered.class);
    assertThat(requests).hasValue(3);
  }

  @Test
  void few_connections_are_kept() throws Exception {
    int callers = IdleConnections.MOST_OF_ORIGIN + 4;
    together(callers);
    assertThat(connections).hasValue(callers);
    together(callers);
    assertThat(connections).hasValue(callers + 4);
  }

  /// Sends so many requests at once that none can use the connection of another.
  private void together(int callers) throws Exception {
    CyclicBarrier all = new CyclicBarrier(callers);
    answers =
        _ -> {
          all.await(20, TimeUnit.SECONDS);
          return GOOD;
        };
    List<Future<HttpOutcome>> outcomes = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < callers; i++) {
        outcomes.add(threads.submit((Callable<HttpOutcome>) () -> send(post())));
      }
    }
    for (Future<HttpOutcome> outcome : outcomes) {
      assertGood(outcome.get());
    }
  }

  private static void assertGood(HttpOutcome outcome) {
    assertThat(outcome)
        .isInstanceOfSatisfying(
            HttpOutcome.Answered.class, answer -> assertThat(answer.body().text()).isEqualTo("ok"));
  }

  private HttpOutcome send(OutgoingRequest request) throws InterruptedException {
    return sender.send(request);
  }

  private OutgoingRequest post() {
    return OutgoingRequest.json(url(), "{}".getBytes(StandardCharsets.UTF_8));
  }

  private URI url() {
    return URI.create("http://127.0.0.1:" + server.getLocalPort() + "/");
  }

  private void accept() {
    try {
      while (!server.isClosed()) {
        Socket socket = server.accept();
        connections.incrementAndGet();
        open.add(socket);
        Thread.ofVirtual().start(() -> serve(socket));
      }
    } catch (IOException closed) {
      assertThat(server.isClosed()).isTrue();
    }
  }

  /// A request arrives as a whole: it is small.
  private void serve(Socket socket) {
    try (socket) {
      byte[] request = new byte[4_096];
      while (socket.getInputStream().read(request) > 0) {
        String answer = answers.to(requests.incrementAndGet());
        if (answer.isEmpty()) {
          return;
        }
        socket.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
        if (answer.equals(LAST)) {
          return;
        }
      }
    } catch (IOException closed) {
      throw new UncheckedIOException(closed);
    } catch (Exception failed) {
      throw new AssertionError(failed);
    }
  }
}
