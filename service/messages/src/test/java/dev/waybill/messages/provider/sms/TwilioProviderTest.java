package dev.waybill.messages.provider.sms;

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
import java.util.Map;
import org.junit.jupiter.api.Test;

final class TwilioProviderTest extends HttpProviderTests {

  @Override
  protected String address() {
    return "twilio:?account=AC123&token=12345&from=+15005550006&webhook_url="
        + Sent.encoded("https://example.org/v1/webhooks/sms")
        + "&url="
        + Sent.encoded(endpoint.address());
  }

  @Override
  protected OutgoingMessage message() {
    return Sent.message("sms", "+15558675310");
  }

  @Test
  @Seed("S2.20")
  void a_message_is_looked_up_as_documented() throws Exception {
    endpoint.answers(
        200,
        """
        {"sid":"SM1","account_sid":"AC123","status":"undelivered","error_code":30005,
         "error_message":"Unknown destination handset","to":"+15558675310",
         "date_updated":"Thu, 24 Aug 2023 05:01:45 +0000"}\
        """);
    assertThat(lookedUp(withoutWebhook(), "SM1"))
        .containsExactly(
            new ProviderReport(
                "SM1",
                MessageEventType.PROVIDER_BOUNCED,
                clock.instant(),
                Map.of("error_code", "30005")));
    assertThat(asked().path()).isEqualTo("/2010-04-01/Accounts/AC123/Messages/SM1.json");
    assertThat(asked().headers()).containsEntry("authorization", "Basic QUMxMjM6MTIzNDU=");
  }

  @Test
  void a_message_without_an_error_has_no_error_code() throws Exception {
    endpoint.answers(200, "{\"sid\":\"SM1\",\"status\":\"delivered\",\"error_code\":null}");
    assertThat(lookedUp(withoutWebhook(), "SM1"))
        .singleElement()
        .satisfies(
            report -> {
              assertThat(report.type()).isEqualTo(MessageEventType.PROVIDER_DELIVERED);
              assertThat(report.details()).isEmpty();
            });
  }

  @Test
  void messages_are_looked_up_only_without_webhooks() {
    assertThat(provider().traits().pollBatch()).isZero();
    assertThat(provider().traits().webhook()).isTrue();
    assertThat(withoutWebhook().traits().pollBatch()).isPositive();
    assertThat(withoutWebhook().traits().webhook()).isFalse();
    String off = "twilio:?account=AC123&token=12345&from=+15005550006&lookups=off";
    assertThat(Sent.provider(off, clock).traits().reports()).isFalse();
  }

  private MessageProvider withoutWebhook() {
    return Sent.provider(
        "twilio:?account=AC123&token=12345&from=+15005550006&url="
            + Sent.encoded(endpoint.address()),
        clock);
  }

  @Test
  @Seed("S2.1")
  void a_message_is_sent_as_documented() throws Exception {
    endpoint.answers(201, "{\"sid\":\"SM1\",\"status\":\"queued\"}");
    assertThat(send()).isEqualTo(new HandoffResult.Accepted("SM1", ProviderState.ACCEPTED));
    assertThat(asked().path()).isEqualTo("/2010-04-01/Accounts/AC123/Messages.json");
    assertThat(asked().headers()).containsEntry("authorization", "Basic QUMxMjM6MTIzNDU=");
    assertThat(asked().body().text())
        .isEqualTo(
            "To=%2B15558675310&From=%2B15005550006&Body=Bom+dia"
                + "&StatusCallback=https%3A%2F%2Fexample.org%2Fv1%2Fwebhooks%2Fsms");
  }
}
