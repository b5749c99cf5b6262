package dev.waybill.messages.provider.aws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.conformance.Seed;
import dev.waybill.message.ProviderState;
import dev.waybill.messages.provider.HandoffResult;
import dev.waybill.messages.provider.HttpProviderTests;
import dev.waybill.messages.provider.OutgoingMessage;
import dev.waybill.messages.provider.Sent;
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
}
