package dev.waybill.messages.provider.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Priority;
import dev.waybill.WaybillException;
import dev.waybill.conformance.Seed;
import dev.waybill.message.MessageBody;
import dev.waybill.message.NewMessage;
import dev.waybill.message.ProviderState;
import dev.waybill.messages.NotificationTarget;
import dev.waybill.messages.http.WebhookSignature;
import dev.waybill.messages.provider.ConfiguredProviders;
import dev.waybill.messages.provider.HandoffResult;
import dev.waybill.messages.provider.HttpProviderTests;
import dev.waybill.messages.provider.MessageProvider;
import dev.waybill.messages.provider.OutgoingMessage;
import dev.waybill.messages.provider.Sent;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class WebhookProviderTest extends HttpProviderTests {

  private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

  @Override
  protected String address() {
    return "webhook:?disable_failures=3&disable_after=10m&probe_every=1h&secret=" + SECRET;
  }

  @Override
  protected OutgoingMessage message() {
    return Sent.message("webhook", endpoint.address().resolve("/hook?a=b").toString());
  }

  @Test
  @Seed("S2.1")
  void a_message_is_posted_with_a_signature_that_verifies() throws Exception {
    assertThat(send()).isEqualTo(new HandoffResult.Accepted("m-1", ProviderState.DELIVERED));
    assertThat(asked().headers()).containsEntry("webhook-id", "m-1");
    assertThat(
            WebhookSignature.verify(
                List.of(SECRET),
                asked().headers(),
                asked().body().bytes(),
                clock.instant(),
                Duration.ofMinutes(5)))
        .isEqualTo(WebhookSignature.Verdict.VALID);
    assertThat(Sent.json(asked().body().text()))
        .isEqualTo(
            Sent.json(
                """
                {"type":"message.sent","timestamp":"2030-01-01T00:00:00Z","data":
                 {"message_id":"m-1","attempt_no":1,"subject":"Olá ☀","text":"Bom dia",
                  "html":"<b>Bom dia</b>","tags":["welcome"],"campaign":"c1",
                  "labels":{"order":"42"}}}\
                """));
  }

  @Test
  void a_notification_has_a_body_of_its_own() throws Exception {
    NewMessage hello =
        new NotificationTarget("webhook", message().recipient())
            .message("Hello", "Good morning", Priority.LOW, Set.of(), null)
            .build();
    provider().send(new OutgoingMessage(hello, message().ids()));
    assertThat(asked().headers()).containsEntry("webhook-id", "m-1");
    assertThat(Sent.json(asked().body().text()))
        .isEqualTo(
            Sent.json(
                """
                {"type":"notification.created","timestamp":"2030-01-01T00:00:00Z","data":
                 {"id":"m-1","title":"Hello","text":"Good morning","priority":"low",
                  "tags":[]}}\
                """));
  }

  @Test
  void during_a_rotation_both_secrets_verify() throws Exception {
    String other = "whsec_" + "c2VjcmV0".repeat(4);
    Sent.provider("webhook:?secret=" + SECRET + "," + other, clock).send(message());
    assertThat(asked().headers().get("webhook-signature")).matches("v1,[^ ]+ v1,[^ ]+");
    for (String secret : List.of(SECRET, other)) {
      assertThat(
              WebhookSignature.verify(
                  List.of(secret),
                  asked().headers(),
                  asked().body().bytes(),
                  clock.instant(),
                  Duration.ofMinutes(5)))
          .isEqualTo(WebhookSignature.Verdict.VALID);
    }
  }

  @Test
  void a_raw_body_is_the_text() throws Exception {
    MessageProvider raw = Sent.provider(address() + "&body=raw", clock);
    raw.send(
        Sent.message("webhook", message().recipient(), null, MessageBody.ofText("{\"a\": 1}")));
    assertThat(asked().body().text()).isEqualTo("{\"a\": 1}");
  }

  @Test
  void a_private_address_is_refused() throws Exception {
    MessageProvider strict =
        ConfiguredProviders.read("p=" + address(), Sent.host(clock, "")).getFirst();
    assertThat(strict.send(message()))
        .isInstanceOfSatisfying(
            HandoffResult.Refused.class,
            refused -> assertThat(refused.code()).isEqualTo("address_forbidden"));
    assertThat(endpoint.asked()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ada@example.org", "ftp://example.org/", "http://a:b@example.org/", "%"})
  void a_recipient_that_is_no_url_is_refused(String recipient) throws Exception {
    assertThat(provider().send(Sent.message("webhook", recipient)))
        .isInstanceOfSatisfying(
            HandoffResult.Refused.class,
            refused -> assertThat(refused.code()).isEqualTo("invalid_recipient"));
  }

  @Test
  void an_endpoint_that_is_gone_gets_no_messages_until_a_probe_works() throws Exception {
    MessageProvider provider = provider();
    endpoint.answers(410, "");
    assertThat(code(provider)).isEqualTo("http_410");
    assertThat(code(provider)).isEqualTo("endpoint_disabled");
    assertThat(endpoint.asked()).hasSize(1);
    clock.advance(Duration.ofHours(1));
    assertThat(code(provider)).isEqualTo("http_410");
    assertThat(code(provider)).isEqualTo("endpoint_disabled");
    clock.advance(Duration.ofHours(1));
    endpoint.answers(200, "");
    assertThat(code(provider)).isEqualTo("accepted");
    assertThat(code(provider)).isEqualTo("accepted");
  }

  @Test
  void an_endpoint_is_disabled_after_failures_over_a_time() throws Exception {
    MessageProvider provider = provider();
    endpoint.answers(500, "");
    for (int i = 0; i < 5; i++) {
      assertThat(code(provider)).isEqualTo("http_500");
    }
    clock.advance(Duration.ofMinutes(10));
    assertThat(code(provider)).isEqualTo("http_500");
    assertThat(code(provider)).isEqualTo("endpoint_disabled");
    clock.advance(Duration.ofHours(1));
    endpoint.answers(204, "");
    assertThat(code(provider)).isEqualTo("accepted");
    endpoint.answers(500, "");
    assertThat(code(provider)).isEqualTo("http_500");
    assertThat(code(provider)).isEqualTo("http_500");
  }

  @Test
  void a_busy_endpoint_and_a_success_in_between_disable_nothing() throws Exception {
    MessageProvider provider = provider();
    for (int i = 0; i < 5; i++) {
      endpoint.answers(429, "");
      assertThat(code(provider)).isEqualTo("http_429");
      endpoint.answers(500, "");
      assertThat(code(provider)).isEqualTo("http_500");
      assertThat(code(provider)).isEqualTo("http_500");
      endpoint.answers(200, "");
      assertThat(code(provider)).isEqualTo("accepted");
      clock.advance(Duration.ofMinutes(10));
    }
  }

  @Test
  void a_secret_is_required_and_unknown_options_are_refused() {
    assertThatThrownBy(() -> Sent.provider("webhook:", clock))
        .isInstanceOf(WaybillException.class)
        .hasMessageContaining("secret");
    assertThatThrownBy(() -> Sent.provider(address() + "&sekret=x", clock))
        .isInstanceOf(WaybillException.class)
        .hasMessageContaining("sekret");
  }

  private String code(MessageProvider provider) throws InterruptedException {
    return switch (provider.send(message())) {
      case HandoffResult.Accepted _ -> "accepted";
      case HandoffResult.NotAccepted not -> not.code();
    };
  }
}
