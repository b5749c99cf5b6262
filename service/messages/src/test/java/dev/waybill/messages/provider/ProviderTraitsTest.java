package dev.waybill.messages.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.conformance.ManualClock;
import dev.waybill.conformance.Seed;
import dev.waybill.message.NewMessage;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ProviderTraitsTest {

  @ParameterizedTest
  @CsvSource({
    "sandbox:, true",
    "smtp://localhost?from=a@example.org, true",
    "ses:?region=eu-west-1&access_key=A&secret_key=b&from=a@example.org, true",
    "sendgrid:?key=k&from=a@example.org, true",
    "mailgun:?key=k&domain=d&from=a@example.org, true",
    "postmark:?token=t&from=a@example.org, true",
    "webhook:?secret=whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw, false",
    "ntfy:, false",
    "slack:?url=https%3A%2F%2Fhooks.slack.com%2Fx, false",
    "twilio:?account=AC1&token=t&from=%2B15005550006, false"
  })
  @Seed("S2.27")
  void a_provider_takes_attachments_or_the_message_does_not_go_there(
      String address, boolean takes) {
    ProviderTraits traits = Sent.provider(address, new ManualClock()).traits();
    String channel = traits.channels().iterator().next();
    NewMessage plain = NewMessage.builder(channel, "ada").text("x").build();
    NewMessage full = plain.toBuilder().attachments(Sent.withAttachments().attachments()).build();
    assertThat(traits.take(plain)).isTrue();
    assertThat(traits.take(full)).isEqualTo(takes);
  }
}
