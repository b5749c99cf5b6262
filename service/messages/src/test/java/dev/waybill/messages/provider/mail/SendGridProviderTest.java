package dev.waybill.messages.provider.mail;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.conformance.Seed;
import dev.waybill.message.ProviderState;
import dev.waybill.messages.http.Endpoint;
import dev.waybill.messages.provider.HandoffResult;
import dev.waybill.messages.provider.HttpProviderTests;
import dev.waybill.messages.provider.OutgoingMessage;
import dev.waybill.messages.provider.Sent;
import org.junit.jupiter.api.Test;

final class SendGridProviderTest extends HttpProviderTests {

  @Override
  protected String address() {
    return "sendgrid:?key=SG.key&from=news@example.org&url=" + Sent.encoded(endpoint.address());
  }

  @Override
  protected OutgoingMessage message() {
    return Sent.message("email", "ada@example.org");
  }

  @Test
  @Seed("S2.1")
  void a_message_is_sent_as_documented() throws Exception {
    endpoint.answers(
        exchange -> {
          exchange.getResponseHeaders().add("X-Message-Id", "LRzXl_NHStOGhQ4kofSm_A");
          Endpoint.answer(exchange, 202, "");
        });
    assertThat(send())
        .isEqualTo(new HandoffResult.Accepted("LRzXl_NHStOGhQ4kofSm_A", ProviderState.ACCEPTED));
    assertThat(asked().path()).isEqualTo("/v3/mail/send");
    assertThat(asked().headers()).containsEntry("authorization", "Bearer SG.key");
    assertThat(Sent.json(asked().body().text()))
        .isEqualTo(
            Sent.json(
                """
                {"personalizations":[{"to":[{"email":"ada@example.org"}]}],
                 "from":{"email":"news@example.org"},"subject":"Olá ☀",
                 "content":[{"type":"text/plain","value":"Bom dia"},
                            {"type":"text/html","value":"<b>Bom dia</b>"}],
                 "custom_args":{"waybill_attempt_id":"0123456789abcdef0123456789abcdef"}}\
                """));
  }
}
