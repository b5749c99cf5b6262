package dev.waybill.messages.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.conformance.ManualClock;
import dev.waybill.conformance.Seed;
import dev.waybill.messages.http.Endpoint;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What every provider does that speaks HTTP.
public abstract class HttpProviderTests {

  protected final ManualClock clock = new ManualClock();
  protected Endpoint endpoint;

  /// The address of a provider whose API is the endpoint.
  protected abstract String address();

  protected abstract OutgoingMessage message();

  @BeforeEach
  void openEndpoint() throws Exception {
    endpoint = new Endpoint();
  }

  @AfterEach
  void closeEndpoint() {
    endpoint.close();
  }

  protected HandoffResult send() throws InterruptedException {
    return provider().send(message());
  }

  protected MessageProvider provider() {
    return Sent.provider(address(), clock);
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 401, 403, 404, 413, 422})
  @Seed("S2.1")
  void a_rejected_request_is_refused(int status) throws Exception {
    endpoint.answers(status, "no: " + message().recipient());
    assertThat(send())
        .isInstanceOfSatisfying(
            HandoffResult.Refused.class,
            refused -> {
              assertThat(refused.code()).isEqualTo("http_" + status);
              assertThat(refused.error()).doesNotContain(message().recipient());
            });
  }

  @ParameterizedTest
  @ValueSource(ints = {408, 425, 429, 503})
  void a_busy_server_is_tried_again_when_it_asks_for(int status) throws Exception {
    endpoint.answers(
        exchange -> {
          exchange.getResponseHeaders().add("Retry-After", "7");
          Endpoint.answer(exchange, status, "later");
        });
    assertThat(send())
        .isInstanceOfSatisfying(
            HandoffResult.Retryable.class,
            retryable -> assertThat(retryable.after()).contains(Duration.ofSeconds(7)));
  }

  @ParameterizedTest
  @ValueSource(ints = {500, 502, 504})
  void a_server_error_is_ambiguous(int status) throws Exception {
    endpoint.answers(status, "oops");
    assertThat(send())
        .isInstanceOfSatisfying(
            HandoffResult.Ambiguous.class,
            ambiguous -> assertThat(ambiguous.code()).isEqualTo("http_" + status));
  }

  @Test
  void a_redirect_is_refused() throws Exception {
    endpoint.answers(307, "");
    assertThat(send()).isInstanceOf(HandoffResult.Refused.class);
  }

  @Test
  void a_lost_answer_is_ambiguous() throws Exception {
    endpoint.answers(exchange -> exchange.close());
    assertThat(send()).isInstanceOf(HandoffResult.Ambiguous.class);
  }

  @Test
  void a_missing_answer_is_ambiguous() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    endpoint.answers(
        _ -> {
          try {
            never.await();
          } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
          }
        });
    assertThat(Sent.provider(address() + "&timeout=100ms", clock).send(message()))
        .isInstanceOf(HandoffResult.Ambiguous.class);
  }

  @Test
  void a_server_that_does_not_listen_is_tried_again() throws Exception {
    String address = address();
    OutgoingMessage message = message();
    endpoint.close();
    assertThat(Sent.provider(address, clock).send(message))
        .isInstanceOf(HandoffResult.Retryable.class);
  }

  /// What a lookup reports of one message.
  protected static List<ProviderReport> lookedUp(MessageProvider provider, String id)
      throws InterruptedException {
    LookupResult result = provider.check(List.of(id)).get(id);
    assertThat(result).isInstanceOf(LookupResult.Reported.class);
    return ((LookupResult.Reported) Objects.requireNonNull(result)).reports();
  }

  protected Endpoint.Asked asked() {
    return endpoint.asked().getLast();
  }
}
