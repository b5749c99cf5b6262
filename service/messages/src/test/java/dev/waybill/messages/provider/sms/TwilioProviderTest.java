package dev.waybill.messages.provider.sms;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.conformance.Seed;
import dev.waybill.message.ProviderState;
import dev.waybill.messages.provider.HandoffResult;
import dev.waybill.messages.provider.HttpProviderTests;
import dev.waybill.messages.provider.OutgoingMessage;
import dev.waybill.messages.provider.Sent;
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
