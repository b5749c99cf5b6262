package dev.waybill.fuzz;

import dev.waybill.Payload;
import dev.waybill.messages.MessagesProvider;
import dev.waybill.messages.provider.WebhookRequest;
import dev.waybill.messages.receive.WebhookReceiver;
import dev.waybill.settings.Settings;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Webhooks of providers: the first part selects a provider; headers, query and body follow. SES is
/// left out, because it fetches certificates.
final class WebhooksTarget implements FuzzTarget {

  private static final List<String> PROVIDERS = List.of("hooks", "grid", "gun", "mark", "sms");
  private static final String SETTING =
      """
      hooks=webhook:?secret=whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
      grid=sendgrid:?key=k&from=a@b&webhook_key=MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE83T4O/n84iotIvIW4m\
      dBgQ/7dAfSmpqIM8kF9mN1flpVKS3GRqe62gw+2fNNRaINXvVpiglSI8eNEc6wEA3F+g==
      gun=mailgun:?key=k&domain=d&from=a@b&webhook_key=key-test
      mark=postmark:?token=t&from=a@b&webhook_header=X-Secret:s
      sms=twilio:?account=AC1&token=12345&from=+1&webhook_url=https://mycompany.com/myapp.php
      """;

  private final WebhookReceiver receiver =
      Stores.temporary(Settings.DEFAULT.withServiceSetting(MessagesProvider.PROVIDERS, SETTING))
          .service(WebhookReceiver.class);

  @Override
  public void accept(byte[] input) {
    List<byte[]> parts = Input.parts(input, 4);
    Map<String, List<String>> headers = new HashMap<>();
    Input.pairs(parts.get(1), ":")
        .forEach((name, value) -> headers.put(name.toLowerCase(Locale.ROOT), List.of(value)));
    WebhookRequest request =
        new WebhookRequest(headers, Input.text(parts.get(2)), Payload.of(parts.get(3)));
    try {
      receiver.receive(Input.choice(parts.get(0), PROVIDERS), request);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
