package dev.waybill.messages.provider.mail;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.conformance.Seed;
import dev.waybill.message.MessageEventType;
import dev.waybill.message.ProviderState;
import dev.waybill.messages.http.Endpoint;
import dev.waybill.messages.provider.HandoffResult;
import dev.waybill.messages.provider.HttpProviderTests;
import dev.waybill.messages.provider.OutgoingMessage;
import dev.waybill.messages.provider.ProviderReport;
import dev.waybill.messages.provider.Sent;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

final class MailgunProviderTest extends HttpProviderTests {

  @Override
  protected String address() {
    return "mailgun:?key=key-1&domain=mg.example.org&from=news@example.org&url="
        + Sent.encoded(endpoint.address());
  }

  @Override
  protected OutgoingMessage message() {
    return Sent.message("email", "ada@example.org");
  }

  @Test
  @Seed("S2.20")
  void events_are_looked_up_as_documented() throws Exception {
    AtomicReference<String> query = new AtomicReference<>();
    endpoint.answers(
        exchange -> {
          query.set(exchange.getRequestURI().getQuery());
          Endpoint.answer(
              exchange,
              200,
              """
              {"items":[
                {"event":"failed","severity":"permanent","reason":"bounce","id":"b",
                 "timestamp":1521472262.9,"recipient":"ada@example.org",
                 "message":{"headers":{"message-id":"1@mg.example.org","to":"ada@example.org"}}},
                {"event":"accepted","id":"a","timestamp":1521472260,
                 "message":{"headers":{"message-id":"1@mg.example.org"}}}],
               "paging":{"next":"https://api.mailgun.net/v3/mg.example.org/events/W3"}}\
              """);
        });
    assertThat(provider().check(List.of("1@mg.example.org")))
        .containsExactly(
            new ProviderReport(
                "1@mg.example.org",
                MessageEventType.PROVIDER_BOUNCED,
                Instant.ofEpochMilli(1_521_472_262_900L),
                Map.of("reason", "bounce")),
            new ProviderReport(
                "1@mg.example.org",
                MessageEventType.PROVIDER_ACCEPTED,
                Instant.ofEpochSecond(1_521_472_260L),
                Map.of()));
    assertThat(asked().path()).isEqualTo("/v3/mg.example.org/events");
    assertThat(query).hasValue("message-id=1@mg.example.org");
    assertThat(asked().headers()).containsEntry("authorization", "Basic YXBpOmtleS0x");
  }

  @Test
  @Seed("S2.1")
  void a_message_is_sent_as_documented() throws Exception {
    endpoint.answers(
        200, "{\"id\":\"<20260203.1@mg.example.org>\",\"message\":\"Queued. Thank you.\"}");
    assertThat(send())
        .isEqualTo(new HandoffResult.Accepted("20260203.1@mg.example.org", ProviderState.ACCEPTED));
    assertThat(asked().path()).isEqualTo("/v3/mg.example.org/messages");
    assertThat(asked().headers()).containsEntry("authorization", "Basic YXBpOmtleS0x");
    assertThat(asked().body().text())
        .isEqualTo(
            "from=news%40example.org&to=ada%40example.org&subject=Ol%C3%A1+%E2%98%80"
                + "&text=Bom+dia&html=%3Cb%3EBom+dia%3C%2Fb%3E&o%3Atag=welcome"
                + "&v%3Awaybill_attempt_id=0123456789abcdef0123456789abcdef");
  }
}
