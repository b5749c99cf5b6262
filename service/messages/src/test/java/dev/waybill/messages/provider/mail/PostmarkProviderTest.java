package dev.waybill.messages.provider.mail;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.conformance.Seed;
import dev.waybill.message.MessageEventType;
import dev.waybill.message.ProviderState;
import dev.waybill.messages.provider.HandoffResult;
import dev.waybill.messages.provider.HttpProviderTests;
import dev.waybill.messages.provider.OutgoingMessage;
import dev.waybill.messages.provider.ProviderReport;
import dev.waybill.messages.provider.Sent;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class PostmarkProviderTest extends HttpProviderTests {

  @Override
  protected String address() {
    return "postmark:?token=server-token&from=news@example.org&url="
        + Sent.encoded(endpoint.address());
  }

  @Override
  protected OutgoingMessage message() {
    return Sent.message("email", "ada@example.org");
  }

  @Test
  @Seed("S2.20")
  void events_are_looked_up_as_documented() throws Exception {
    endpoint.answers(
        200,
        """
        {"TextBody":"%s","MessageID":"07311c54","To":[{"Email":"ada@example.org","Name":null}],
         "Status":"Sent","MessageEvents":[
          {"Recipient":"ada@example.org","Type":"Transient",
           "ReceivedAt":"2014-02-14T11:12:54.8054242-05:00","Details":{}},
          {"Recipient":"ada@example.org","Type":"SubscriptionChanged",
           "ReceivedAt":"2014-02-14T11:13:00-05:00","Details":{}},
          {"Recipient":"ada@example.org","Type":"Bounced",
           "ReceivedAt":"2014-02-14T11:13:10-05:00",
           "Details":{"Summary":"smtp;550 no such user","BounceID":"42"}}]}\
        """
            .formatted("long ".repeat(100_000)));
    assertThat(lookedUp(provider(), "07311c54"))
        .containsExactly(
            new ProviderReport(
                "07311c54",
                MessageEventType.PROVIDER_DEFERRED,
                Instant.parse("2014-02-14T16:12:54.805424200Z"),
                Map.of()),
            new ProviderReport(
                "07311c54",
                MessageEventType.PROVIDER_BOUNCED,
                Instant.parse("2014-02-14T16:13:10Z"),
                Map.of("bounce_type", "soft")));
    assertThat(asked().path()).isEqualTo("/messages/outbound/07311c54/details");
    assertThat(asked().headers()).containsEntry("x-postmark-server-token", "server-token");
  }

  @Test
  @Seed("S2.1")
  void a_message_is_sent_as_documented() throws Exception {
    endpoint.answers(
        200,
        """
        {"To":"ada@example.org","SubmittedAt":"2026-01-01T00:00:00Z","ErrorCode":0,
         "MessageID":"b7bc2f4a-e38e-4336-af7d-e6c392c2f817","Message":"OK"}\
        """);
    assertThat(send())
        .isEqualTo(
            new HandoffResult.Accepted(
                "b7bc2f4a-e38e-4336-af7d-e6c392c2f817", ProviderState.ACCEPTED));
    assertThat(asked().path()).isEqualTo("/email");
    assertThat(asked().headers())
        .containsEntry("x-postmark-server-token", "server-token")
        .containsEntry("accept", "application/json");
    assertThat(Sent.json(asked().body().text()))
        .isEqualTo(
            Sent.json(
                """
                {"From":"news@example.org","To":"ada@example.org","Subject":"Olá ☀",
                 "TextBody":"Bom dia","HtmlBody":"<b>Bom dia</b>","MessageStream":"outbound",
                 "Metadata":{"waybill_attempt_id":"0123456789abcdef0123456789abcdef"}}\
                """));
  }

  @Test
  @Seed("S2.27")
  void attachments_are_sent_as_documented() throws Exception {
    provider().send(Sent.withAttachments());
    assertThat(Sent.json(asked().body().text()).path("Attachments"))
        .isEqualTo(
            Sent.json(
                """
                [{"Name":"invoice.pdf","ContentType":"application/pdf","Content":"%s"},
                 {"Name":"Olá \\"1\\".txt","ContentType":"text/plain","Content":"%s"}]\
                """
                    .formatted(Sent.base64(Sent.INVOICE), Sent.base64(Sent.NOTES))));
  }
}
