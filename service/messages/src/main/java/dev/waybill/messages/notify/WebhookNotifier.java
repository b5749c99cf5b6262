package dev.waybill.messages.notify;

import dev.waybill.messages.http.WebhookSecrets;
import dev.waybill.messages.http.WebhookSignature;
import dev.waybill.wire.json.JsonOut;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Posts notifications to a URL, signed by Standard Webhooks 1.0. Receivers recognize duplicates by
/// `webhook-id`.
public final class WebhookNotifier implements Notifier {

  /// The event type in the body.
  public static final String TYPE = "notification.created";

  private final WebhookSecrets secrets;
  private final InstantSource clock;
  private final HttpPost post;

  public WebhookNotifier(URI address, List<String> secrets, InstantSource clock) {
    this(address, secrets, HttpPost.USUAL_TIMEOUT, clock);
  }

  /// @param secrets one secret, or several during a rotation: each signs, so that receivers may
  ///     know any of them; see [WebhookSignature]
  /// @param timeout the time for one notification, from connecting to the end of the response
  public WebhookNotifier(URI address, List<String> secrets, Duration timeout, InstantSource clock) {
    this.secrets = WebhookSecrets.parse(secrets);
    this.clock = clock;
    this.post = new HttpPost(address, timeout, clock);
  }

  @Override
  public Sent send(Notification notification) throws InterruptedException {
    Instant now = clock.instant();
    byte[] body = json(notification, now);
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put(WebhookSignature.ID, notification.id());
    headers.put(WebhookSignature.TIMESTAMP, Long.toString(now.getEpochSecond()));
    headers.put(WebhookSignature.SIGNATURE, secrets.sign(notification.id(), now, body));
    post.send(body, headers);
    return new Sent("");
  }

  private static byte[] json(Notification notification, Instant now) {
    return JsonOut.write(
        out -> {
          out.text("type", TYPE);
          out.time("timestamp", now);
          out.object("data", data -> write(data, notification));
        });
  }

  private static void write(JsonOut out, Notification notification) {
    out.text("id", notification.id());
    out.text("title", notification.title());
    out.text("text", notification.text());
    out.word("priority", notification.priority());
    out.texts("tags", notification.tags());
    out.text("click", notification.click());
  }
}
