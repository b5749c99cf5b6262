package dev.waybill.messages.provider.hook;

import dev.waybill.messages.http.HttpOutcome;
import dev.waybill.messages.http.HttpSender;
import dev.waybill.messages.http.OutgoingRequest;
import dev.waybill.messages.http.WebhookSecrets;
import dev.waybill.messages.http.WebhookSignature;
import java.net.URI;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;

/// Posts JSON, signed by Standard Webhooks 1.0.
public record SignedPost(HttpSender http, WebhookSecrets secrets, InstantSource clock) {

  /// @param id the same for each try, so that receivers recognize duplicates
  public HttpOutcome send(URI url, String id, byte[] body) throws InterruptedException {
    Instant now = clock.instant();
    return http.send(
        OutgoingRequest.json(url, body)
            .asRepeatable()
            .with(
                Map.of(
                    WebhookSignature.ID, id,
                    WebhookSignature.TIMESTAMP, Long.toString(now.getEpochSecond()),
                    WebhookSignature.SIGNATURE, secrets.sign(id, now, body))));
  }
}
