package dev.waybill.messages.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.WaybillException;
import dev.waybill.conformance.ManualClock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class HttpSenderTest {

  private static final HttpSender.Timeouts SHORT =
      new HttpSender.Timeouts(Duration.ofSeconds(5), Duration.ofMillis(150));

  private final ManualClock clock = new ManualClock();
  private Endpoint endpoint;

  @BeforeEach
  void open() throws Exception {
    endpoint = new Endpoint();
  }

  @AfterEach
  void close() {
    endpoint.close();
  }

  @Test
  void a_form_is_sent_and_its_answer_read() throws Exception {
    endpoint.answers(201, "{\"sid\":\"SM1\"}");
    OutgoingRequest request =
        OutgoingRequest.form(
                endpoint.address().resolve("/a%20b?c=d"),
                List.of(Map.entry("To", "+1 555"), Map.entry("Body", "Olá & bye")))
            .withBasic("user", "pass");
    HttpOutcome.Answered answer = (HttpOutcome.Answered) sender("127.0.0.0/8").send(request);
    assertThat(answer.status()).isEqualTo(201);
    assertThat(answer.body().text()).isEqualTo("{\"sid\":\"SM1\"}");
    Endpoint.Asked asked = endpoint.asked().getFirst();
    assertThat(asked.path()).isEqualTo("/a b");
    assertThat(asked.body().text()).isEqualTo("To=%2B1+555&Body=Ol%C3%A1+%26+bye");
    assertThat(asked.headers())
        .containsEntry("authorization", "Basic dXNlcjpwYXNz")
        .containsEntry("content-type", "application/x-www-form-urlencoded");
  }

  @Test
  void a_private_address_is_never_called() throws Exception {
    for (String url : List.of("http://127.0.0.1:", "http://localhost:", "http://[::1]:")) {
      URI target = URI.create(url + endpoint.address().getPort());
      assertThat(sender("").send(OutgoingRequest.get(target)))
          .isInstanceOf(HttpOutcome.Forbidden.class);
    }
    assertThat(endpoint.asked()).isEmpty();
  }

  @Test
  void a_name_is_resolved_once_so_that_it_cannot_change_after_the_check() throws Exception {
    AtomicInteger lookups = new AtomicInteger();
    TargetAddresses rebinding =
        TargetAddresses.allowing(
            "127.0.0.0/8",
            host -> {
              assertThat(host).isEqualTo("rebind.example.org");
              boolean first = lookups.incrementAndGet() == 1;
              return TargetAddressesTest.all(first ? "127.0.0.1" : "169.254.169.254");
            });
    URI url = URI.create("http://rebind.example.org:" + endpoint.address().getPort() + "/hook");
    HttpSender sender =
        new HttpSender(Network.direct(rebinding), HttpSender.Timeouts.DEFAULT, clock);
    assertThat(sender.send(OutgoingRequest.get(url))).isInstanceOf(HttpOutcome.Answered.class);
    assertThat(lookups).hasValue(1);
    assertThat(sender.send(OutgoingRequest.get(url)))
        .as("although the first connection is kept")
        .isInstanceOf(HttpOutcome.Forbidden.class);
    assertThat(endpoint.asked()).hasSize(1);
    assertThat(endpoint.asked().getFirst().headers())
        .containsEntry("host", "rebind.example.org:" + endpoint.address().getPort());
  }

  @Test
  void a_redirect_is_an_answer() throws Exception {
    endpoint.answers(
        exchange -> {
          exchange.getResponseHeaders().add("Location", "http://169.254.169.254/");
          Endpoint.answer(exchange, 302, "");
        });
    HttpOutcome.Answered answer = (HttpOutcome.Answered) get(endpoint.address());
    assertThat(answer.status()).isEqualTo(302);
    assertThat(endpoint.asked()).hasSize(1);
  }

  @Test
  void a_refused_connection_and_an_unknown_host_are_unreachable() throws Exception {
    URI address = endpoint.address();
    endpoint.close();
    assertThat(get(address)).isInstanceOf(HttpOutcome.Unreachable.class);
    assertThat(get(URI.create("http://no-such-host.invalid/")))
        .isInstanceOf(HttpOutcome.Unreachable.class);
  }

  @Test
  void a_failed_handshake_is_unreachable() throws Exception {
    URI plain = URI.create(endpoint.address().toString().replace("http:", "https:"));
    assertThat(get(plain)).isInstanceOf(HttpOutcome.Unreachable.class);
  }

  @Test
  void a_connection_that_ends_after_the_request_is_unanswered() throws Exception {
    endpoint.answers(exchange -> exchange.close());
    assertThat(get(endpoint.address())).isInstanceOf(HttpOutcome.Unanswered.class);
  }

  @Test
  void silence_after_the_request_is_unanswered() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    endpoint.answers(_ -> await(never));
    HttpSender sender = new HttpSender(Network.direct(TargetAddresses.trusted()), SHORT, clock);
    assertThat(sender.send(OutgoingRequest.get(endpoint.address())))
        .isInstanceOf(HttpOutcome.Unanswered.class);
  }

  @Test
  void silence_during_the_handshake_is_unreachable() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      HttpSender sender = new HttpSender(Network.direct(TargetAddresses.trusted()), SHORT, clock);
      URI url = URI.create("https://127.0.0.1:" + silent.getLocalPort());
      assertThat(sender.send(OutgoingRequest.get(url))).isInstanceOf(HttpOutcome.Unreachable.class);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab",
        "HTTP/1.1 2xx\r\n\r\n",
        "SSH-2.0-OpenSSH\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        ""
      })
  void a_broken_answer_is_unanswered(String answer) throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual().start(() -> answerOnce(server, answer));
      assertThat(get(URI.create("http://127.0.0.1:" + server.getLocalPort())))
          .isInstanceOf(HttpOutcome.Unanswered.class);
    }
  }

  @Test
  void invalid_urls_and_headers_are_refused() {
    for (String url :
        List.of("file:///etc/passwd", "ftp://example.org", "http://u:p@example.org")) {
      assertThatThrownBy(() -> OutgoingRequest.get(URI.create(url)))
          .isInstanceOf(WaybillException.class);
    }
    OutgoingRequest request = OutgoingRequest.get(URI.create("http://example.org"));
    assertThatThrownBy(() -> request.with("X", "a\r\nY: b")).isInstanceOf(WaybillException.class);
  }

  @Test
  void only_the_beginning_of_an_endless_response_is_read() throws Exception {
    CountDownLatch dropped = new CountDownLatch(1);
    endpoint.answers(
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          byte[] spaces = "          ".repeat(1_000).getBytes(StandardCharsets.US_ASCII);
          try {
            while (true) {
              exchange.getResponseBody().write(spaces);
            }
          } finally {
            dropped.countDown();
          }
        });
    assertThat(get(endpoint.address())).isInstanceOf(HttpOutcome.Answered.class);
    dropped.await();
  }

  @Test
  void a_response_that_never_ends_is_unanswered() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    endpoint.answers(
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          exchange.getResponseBody().flush();
          await(never);
        });
    HttpSender sender = new HttpSender(Network.direct(TargetAddresses.trusted()), SHORT, clock);
    assertThat(sender.send(OutgoingRequest.get(endpoint.address())))
        .isInstanceOf(HttpOutcome.Unanswered.class);
  }

  @Test
  void an_interrupt_stops_sending() throws Exception {
    CountDownLatch arrived = new CountDownLatch(1);
    CountDownLatch never = new CountDownLatch(1);
    endpoint.answers(
        _ -> {
          arrived.countDown();
          await(never);
        });
    AtomicReference<Object> seen = new AtomicReference<>();
    Thread sender = Thread.ofVirtual().start(() -> seen.set(outcome()));
    arrived.await();
    sender.interrupt();
    sender.join();
    assertThat(seen.get()).isInstanceOf(InterruptedException.class);
  }

  private Object outcome() {
    try {
      return get(endpoint.address());
    } catch (InterruptedException interrupted) {
      return interrupted;
    }
  }

  @Test
  void an_answer_may_say_when_to_try_again() throws Exception {
    assertThat(retryAfter("7")).isEqualTo(Duration.ofSeconds(7));
    assertThat(retryAfter("Tue, 01 Jan 2030 00:00:30 GMT")).isEqualTo(Duration.ofSeconds(30));
    assertThat(retryAfter("Wed, 01 Jan 2020 00:00:00 GMT")).isEqualTo(Duration.ZERO);
    assertThat(retryAfter("999999999")).isEqualTo(Duration.ofHours(1));
    assertThat(retryAfter("soon")).isNull();
  }

  private @Nullable Duration retryAfter(String header) throws InterruptedException {
    endpoint.answers(
        exchange -> {
          exchange.getResponseHeaders().add("Retry-After", header);
          Endpoint.answer(exchange, 429, "slow down");
        });
    return ((HttpOutcome.Answered) get(endpoint.address())).retryAfter();
  }

  private static void answerOnce(ServerSocket server, String answer) {
    try (Socket socket = server.accept()) {
      var _ = socket.getInputStream().read(new byte[1_024]);
      socket.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
    } catch (IOException closed) {
      throw new java.io.UncheckedIOException(closed);
    }
  }

  private HttpOutcome get(URI url) throws InterruptedException {
    return new HttpSender(
            Network.direct(TargetAddresses.trusted()), HttpSender.Timeouts.DEFAULT, clock)
        .send(OutgoingRequest.get(url));
  }

  private HttpSender sender(String allowed) {
    return new HttpSender(
        Network.direct(TargetAddresses.allowing(allowed)), HttpSender.Timeouts.DEFAULT, clock);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }
}
