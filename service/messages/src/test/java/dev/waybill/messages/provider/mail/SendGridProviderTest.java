package dev.waybill.messages.provider.mail;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.conformance.Seed;
import dev.waybill.message.MessageEventType;
import dev.waybill.message.ProviderState;
import dev.waybill.messages.http.Endpoint;
import dev.waybill.messages.provider.HandoffResult;
import dev.waybill.messages.provider.HttpProviderTests;
import dev.waybill.messages.provider.LookupResult;
import dev.waybill.messages.provider.OutgoingMessage;
import dev.waybill.messages.provider.ProviderReport;
import dev.waybill.messages.provider.Sent;
import java.time.Instant;
import java.util.List;
import java.util.Map;
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
  @Seed("S2.20")
  void the_activity_of_many_messages_is_one_query_as_documented() throws Exception {
    endpoint.answers(
        200,
        """
        {"messages":[
          {"from_email":"news@example.org","msg_id":"A_1.filter0307p1las1-16816-5A023E36-1.0",
           "subject":"Olá","to_email":"ada@example.org","status":"delivered","opens_count":2,
           "clicks_count":0,"last_event_time":"2017-10-13T18:56:21Z"},
          {"from_email":"news@example.org","msg_id":"B-2.filter0307p1las1-16816-5A023E36-2.0",
           "subject":"Olá","to_email":"bob@example.org","status":"not_delivered","opens_count":0,
           "clicks_count":0,"last_event_time":"2017-10-13T18:56:22Z"},
          {"msg_id":"AX1.filter","status":"delivered","last_event_time":"2017-10-13T18:56:23Z"}]}\
        """);
    assertThat(provider().check(List.of("A_1", "B-2", "C")))
        .containsOnly(
            reported("A_1", MessageEventType.PROVIDER_DELIVERED, "2017-10-13T18:56:21Z", Map.of()),
            reported(
                "B-2",
                MessageEventType.PROVIDER_BOUNCED,
                "2017-10-13T18:56:22Z",
                Map.of("bounce_type", "soft")),
            Map.entry("C", LookupResult.Reported.NOTHING));
    assertThat(endpoint.asked()).hasSize(1);
    assertThat(asked().path()).isEqualTo("/v3/messages");
    assertThat(asked().query())
        .isEqualTo(
            "limit=100&query=msg_id LIKE \"A_1%\" OR msg_id LIKE \"B-2%\" OR msg_id LIKE \"C%\"");
    assertThat(asked().headers()).containsEntry("authorization", "Bearer SG.key");
  }

  private static Map.Entry<String, LookupResult> reported(
      String id, MessageEventType type, String at, Map<String, String> details) {
    return Map.entry(
        id,
        new LookupResult.Reported(
            List.of(new ProviderReport(id, type, Instant.parse(at), details))));
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

  @Test
  @Seed("S2.27")
  void attachments_are_sent_as_documented() throws Exception {
    provider().send(Sent.withAttachments());
    assertThat(Sent.json(asked().body().text()).path("attachments"))
        .isEqualTo(
            Sent.json(
                """
                [{"content":"%s","type":"application/pdf","filename":"invoice.pdf",
                  "disposition":"attachment"},
                 {"content":"%s","type":"text/plain","filename":"Olá \\"1\\".txt",
                  "disposition":"attachment"}]\
                """
                    .formatted(Sent.base64(Sent.INVOICE), Sent.base64(Sent.NOTES))));
  }
}
