package dev.waybill.messages.provider.aws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.conformance.Seed;
import dev.waybill.message.MessageEventType;
import dev.waybill.message.ProviderState;
import dev.waybill.messages.provider.HandoffResult;
import dev.waybill.messages.provider.HttpProviderTests;
import dev.waybill.messages.provider.MessageProvider;
import dev.waybill.messages.provider.OutgoingMessage;
import dev.waybill.messages.provider.ProviderReport;
import dev.waybill.messages.provider.Sent;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class SesProviderTest extends HttpProviderTests {

  @Override
  protected String address() {
    return "ses:?region=eu-west-1&access_key=AKID&secret_key=secret&from=news@example.org"
        + "&configuration_set=events&url="
        + Sent.encoded(endpoint.address());
  }

  @Override
  protected OutgoingMessage message() {
    return Sent.message("email", "ada@example.org");
  }

  @Test
  @Seed("S2.20")
  void insights_are_looked_up_as_documented() throws Exception {
    endpoint.answers(
        200,
        """
        {"MessageId":"0102018-1","FromEmailAddress":"news@example.org","Subject":"Olá",
         "EmailTags":[{"Name":"waybill_attempt_id","Value":"1"}],
         "Insights":[{"Destination":"ada@example.org","Isp":"Gmail","Events":[
           {"Timestamp":1521472260,"Type":"SEND"},
           {"Timestamp":1521472261.5,"Type":"DELIVERY_DELAY"},
           {"Timestamp":1521472262,"Type":"SUBSCRIPTION"},
           {"Timestamp":1521472263,"Type":"BOUNCE","Details":{"Bounce":{
             "BounceType":"PERMANENT","BounceSubType":"General","DiagnosticCode":"550"}}}]}]}\
        """);
    assertThat(lookedUp(provider(), "0102018-1"))
        .containsExactly(
            report(MessageEventType.PROVIDER_ACCEPTED, 1_521_472_260_000L, Map.of()),
            report(MessageEventType.PROVIDER_DEFERRED, 1_521_472_261_500L, Map.of()),
            report(
                MessageEventType.PROVIDER_BOUNCED,
                1_521_472_263_000L,
                Map.of("type", "PERMANENT")));
    assertThat(asked().path()).isEqualTo("/v2/email/insights/0102018-1/");
    assertThat(asked().headers().get("authorization"))
        .matches(
            "AWS4-HMAC-SHA256 Credential=AKID/20300101/eu-west-1/ses/aws4_request,"
                + " SignedHeaders=host;x-amz-date, Signature=[0-9a-f]{64}");
  }

  @Test
  void one_lookup_a_second_is_made() throws Exception {
    MessageProvider provider = provider();
    endpoint.answers(404, "{\"message\":\"NotFoundException\"}");
    assertThat(provider.traits().pollBatch()).isEqualTo(1);
    assertThat(provider.checkWait().isPositive()).isFalse();
    assertThat(lookedUp(provider, "0102018-1")).isEmpty();
    assertThat(provider.checkWait()).isEqualTo(Duration.ofSeconds(1));
    clock.advance(Duration.ofSeconds(1));
    assertThat(provider.checkWait().isPositive()).isFalse();
  }

  private static ProviderReport report(
      MessageEventType type, long millis, Map<String, String> details) {
    return new ProviderReport("0102018-1", type, Instant.ofEpochMilli(millis), details);
  }

  @Test
  @Seed("S2.1")
  void a_message_is_sent_as_documented() throws Exception {
    endpoint.answers(200, "{\"MessageId\":\"0102018-1\"}");
    assertThat(send()).isEqualTo(new HandoffResult.Accepted("0102018-1", ProviderState.ACCEPTED));
    assertThat(asked().path()).isEqualTo("/v2/email/outbound-emails");
    assertThat(asked().headers()).containsEntry("x-amz-date", "20300101T000000Z");
    assertThat(asked().headers().get("authorization"))
        .matches(
            "AWS4-HMAC-SHA256 Credential=AKID/20300101/eu-west-1/ses/aws4_request,"
                + " SignedHeaders=content-type;host;x-amz-date, Signature=[0-9a-f]{64}");
    assertThat(Sent.json(asked().body().text()))
        .isEqualTo(
            Sent.json(
                """
                {"FromEmailAddress":"news@example.org",
                 "Destination":{"ToAddresses":["ada@example.org"]},
                 "Content":{"Simple":{"Subject":{"Data":"Olá ☀","Charset":"UTF-8"},
                  "Body":{"Text":{"Data":"Bom dia","Charset":"UTF-8"},
                          "Html":{"Data":"<b>Bom dia</b>","Charset":"UTF-8"}}}},
                 "ConfigurationSetName":"events",
                 "EmailTags":[{"Name":"waybill_attempt_id",
                               "Value":"0123456789abcdef0123456789abcdef"}]}\
                """));
  }

  @Test
  @Seed("S2.27")
  void attachments_are_sent_as_documented() throws Exception {
    provider().send(Sent.withAttachments());
    assertThat(Sent.json(asked().body().text()).at("/Content/Simple/Attachments"))
        .isEqualTo(
            Sent.json(
                """
                [{"FileName":"invoice.pdf","ContentType":"application/pdf",
                  "ContentDisposition":"ATTACHMENT","ContentTransferEncoding":"BASE64",
                  "RawContent":"%s"},
                 {"FileName":"Olá \\"1\\".txt","ContentType":"text/plain",
                  "ContentDisposition":"ATTACHMENT","ContentTransferEncoding":"BASE64",
                  "RawContent":"%s"}]\
                """
                    .formatted(Sent.base64(Sent.INVOICE), Sent.base64(Sent.NOTES))));
  }
}
