package dev.waybill.messages.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.Priority;
import dev.waybill.WaybillException;
import dev.waybill.conformance.ManualClock;
import dev.waybill.conformance.Seed;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class NtfyNotifierTest {

  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final Notification HELLO = Notification.of("n-1", "Olá ☀", "Bom dia");

  private final ManualClock clock = new ManualClock();
  private Endpoint ntfy;

  @BeforeEach
  void open() throws Exception {
    ntfy = new Endpoint();
  }

  @AfterEach
  void close() {
    ntfy.close();
  }

  @Test
  @Seed("S1.20")
  void a_notification_is_published_with_all_its_fields() throws Exception {
    Notification full =
        HELLO
            .priority(Priority.HIGH)
            .tags(List.of("sun", "hello"))
            .click("https://example.com/messages/1");
    assertThat(notifier("tk_secret").send(full).reference()).isEqualTo("ref-1");
    Endpoint.Asked asked = ntfy.asked().getFirst();
    assertThat(asked.path()).isEqualTo("/");
    assertThat(asked.headers())
        .containsEntry("authorization", "Bearer tk_secret")
        .containsEntry("content-type", "application/json; charset=utf-8");
    assertThat(json(asked.body().text()))
        .isEqualTo(
            json(
                """
                {"topic":"alerts","title":"Olá ☀","message":"Bom dia","priority":5,
                 "tags":["sun","hello"],"click":"https://example.com/messages/1",
                 "sequence_id":"n-1"}\
                """));
  }

  @Test
  @Seed("S1.20")
  void priorities_are_mapped_to_ntfy_levels() throws Exception {
    for (Priority priority : List.of(Priority.LOW, Priority.NORMAL, Priority.HIGH)) {
      notifier(null).send(HELLO.priority(priority));
    }
    assertThat(ntfy.asked())
        .extracting(asked -> json(asked.body().text()).path("priority").asInt())
        .containsExactly(2, 3, 5);
    assertThat(ntfy.asked().getFirst().headers()).doesNotContainKey("authorization");
  }

  @Test
  void a_text_is_truncated_to_the_ntfy_limit_between_characters() throws Exception {
    for (String letter : List.of("x", "é", "☀", "😀")) {
      notifier(null).send(Notification.of("n-1", "long", "a" + letter.repeat(1_999)));
      notifier(null).send(Notification.of("n-1", "long", letter.repeat(1_999)));
    }
    assertThat(ntfy.asked())
        .extracting(asked -> json(asked.body().text()).path("message").asString())
        .allSatisfy(
            text -> {
              assertThat(text.getBytes(StandardCharsets.UTF_8).length).isLessThanOrEqualTo(4_096);
              assertThat(text).doesNotContain("\uFFFD").hasSizeGreaterThan(1_300);
            });
  }

  @Test
  void a_429_response_has_a_retry_time() {
    assertThat(laterAfter("7")).isEqualTo(Duration.ofSeconds(7));
    assertThat(laterAfter("Tue, 01 Jan 2030 00:00:30 GMT")).isEqualTo(Duration.ofSeconds(30));
    assertThat(laterAfter("Wed, 01 Jan 2020 00:00:00 GMT")).isEqualTo(Duration.ZERO);
    assertThat(laterAfter("999999999")).isEqualTo(Duration.ofHours(1));
    assertThat(laterAfter("soon")).isNull();
  }

  @ParameterizedTest
  @ValueSource(ints = {408, 425, 429, 500, 502, 503, 504})
  void server_errors_are_temporary(int status) {
    ntfy.answers(status, "try later");
    assertThatThrownBy(() -> notifier(null).send(HELLO))
        .isInstanceOf(NotSent.Later.class)
        .hasMessageContaining("answered " + status + ": try later");
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 401, 403, 404, 413})
  void a_rejection_is_permanent(int status) {
    ntfy.answers(status, "no");
    assertThatThrownBy(() -> notifier(null).send(HELLO))
        .isInstanceOf(NotSent.Never.class)
        .hasMessageContaining("answered " + status + ": no");
  }

  @Test
  void a_redirect_is_not_followed() {
    ntfy.answers(
        exchange -> {
          exchange.getResponseHeaders().add("Location", ntfy.address() + "/elsewhere");
          Endpoint.answer(exchange, 307, "");
        });
    assertThatThrownBy(() -> notifier(null).send(HELLO))
        .isInstanceOf(NotSent.Never.class)
        .hasMessageContaining("/elsewhere");
    assertThat(ntfy.asked()).hasSize(1);
  }

  @Test
  void only_the_beginning_of_an_endless_response_is_read() throws Exception {
    CountDownLatch dropped = new CountDownLatch(1);
    ntfy.answers(
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
    assertThat(notifier(null).send(HELLO).reference()).isEmpty();
    dropped.await();
  }

  @Test
  void a_silent_server_times_out() {
    CountDownLatch never = new CountDownLatch(1);
    ntfy.answers(exchange -> await(never));
    assertThatThrownBy(() -> notifier(null, Duration.ofMillis(50)).send(HELLO))
        .isInstanceOf(NotSent.Later.class)
        .hasMessageContaining("did not answer within 50ms");
  }

  @Test
  void a_response_that_never_ends_times_out() {
    CountDownLatch never = new CountDownLatch(1);
    ntfy.answers(
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          exchange.getResponseBody().flush();
          await(never);
        });
    assertThatThrownBy(() -> notifier(null, Duration.ofMillis(100)).send(HELLO))
        .isInstanceOf(NotSent.Later.class);
  }

  @Test
  void a_refused_connection_is_temporary() {
    NtfyNotifier notifier = notifier(null);
    ntfy.close();
    assertThatThrownBy(() -> notifier.send(HELLO))
        .isInstanceOf(NotSent.Later.class)
        .hasMessageContaining("cannot reach http://127.0.0.1");
  }

  @Test
  void an_interrupt_stops_sending() throws Exception {
    CountDownLatch arrived = new CountDownLatch(1);
    CountDownLatch never = new CountDownLatch(1);
    ntfy.answers(
        exchange -> {
          arrived.countDown();
          await(never);
        });
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    Thread sender = Thread.ofVirtual().unstarted(() -> thrown.set(catchSending()));
    sender.start();
    arrived.await();
    sender.interrupt();
    sender.join();
    assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
  }

  @Test
  void an_invalid_target_is_rejected_and_secrets_are_not_printed() {
    assertThatThrownBy(() -> target("no topic", null)).isInstanceOf(WaybillException.class);
    assertThatThrownBy(() -> target("alerts", "to\nken")).isInstanceOf(WaybillException.class);
    URI file = URI.create("file:///etc/passwd");
    assertThatThrownBy(() -> new NtfyNotifier(new NtfyNotifier.Target(file, "alerts", null), clock))
        .isInstanceOf(WaybillException.class)
        .hasMessageContaining("http or https");
    assertThat(target("hidden-topic", "tk_secret").toString())
        .doesNotContain("tk_secret")
        .doesNotContain("hidden-topic");
  }

  private Throwable catchSending() {
    try {
      notifier(null).send(HELLO);
      return new AssertionError("it was sent");
    } catch (InterruptedException | RuntimeException thrown) {
      return thrown;
    }
  }

  private @Nullable Duration laterAfter(String header) {
    ntfy.answers(
        exchange -> {
          exchange.getResponseHeaders().add("Retry-After", header);
          Endpoint.answer(exchange, 429, "slow down");
        });
    NotSent.Later later =
        catchThrowableOfType(NotSent.Later.class, () -> notifier(null).send(HELLO));
    return later.after().orElse(null);
  }

  private NtfyNotifier notifier(@Nullable String token) {
    return notifier(token, PATIENCE);
  }

  private NtfyNotifier notifier(@Nullable String token, Duration timeout) {
    return new NtfyNotifier(target("alerts", token), timeout, clock);
  }

  private NtfyNotifier.Target target(String topic, @Nullable String token) {
    return new NtfyNotifier.Target(ntfy.address(), topic, token);
  }

  private static JsonNode json(String text) {
    return new JsonMapper().readTree(text);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }
}
