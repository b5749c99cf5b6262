package dev.waybill.messages.provider.mail;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.message.MessageEventType;
import dev.waybill.messages.provider.ProviderReport;
import dev.waybill.messages.provider.Signatures;
import dev.waybill.messages.provider.VendorJson;
import dev.waybill.messages.provider.WebhookReader;
import dev.waybill.messages.provider.WebhookRequest;
import dev.waybill.messages.provider.WebhookResult;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// Reads SendGrid's signed event webhook: ECDSA over the timestamp and the body.
final class SendGridWebhooks implements WebhookReader {

  static final String SIGNATURE = "X-Twilio-Email-Event-Webhook-Signature";
  static final String TIMESTAMP = "X-Twilio-Email-Event-Webhook-Timestamp";

  /// SendGrid documents no tolerance, and sends events in batches.
  static final Duration TOLERANCE = Duration.ofMinutes(10);

  private static final Map<String, MessageEventType> TYPES =
      Map.of(
          "processed", MessageEventType.PROVIDER_ACCEPTED,
          "delivered", MessageEventType.PROVIDER_DELIVERED,
          "bounce", MessageEventType.PROVIDER_BOUNCED,
          "dropped", MessageEventType.PROVIDER_DROPPED,
          "spamreport", MessageEventType.PROVIDER_COMPLAINT,
          "deferred", MessageEventType.PROVIDER_DEFERRED,
          "open", MessageEventType.PROVIDER_OPENED,
          "click", MessageEventType.PROVIDER_CLICKED);

  private final PublicKey key;

  private SendGridWebhooks(PublicKey key) {
    this.key = key;
  }

  /// @param key the verification key that SendGrid shows: SPKI in Base64
  static WebhookReader of(String key) {
    try {
      byte[] spki = Signatures.base64(key).orElse(new byte[0]);
      return new SendGridWebhooks(
          KeyFactory.getInstance("EC").generatePublic(new X509EncodedKeySpec(spki)));
    } catch (GeneralSecurityException invalid) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT,
          "messages.providers: webhook_key of SendGrid must be its verification key",
          invalid);
    }
  }

  @Override
  public WebhookResult read(WebhookRequest request, Instant now) {
    String timestamp = request.header(TIMESTAMP).orElse("");
    byte[] signature = Signatures.base64(request.header(SIGNATURE).orElse("")).orElse(new byte[0]);
    if (!Signatures.isFresh(timestamp, now, TOLERANCE)) {
      return new WebhookResult.NotGenuine("the timestamp is missing, too old or too new");
    }
    byte[] body = request.body().bytes();
    return verifies(timestamp, body, signature)
        ? new WebhookResult.Genuine(reports(VendorJson.read(body), now))
        : new WebhookResult.NotGenuine("the signature does not match");
  }

  private boolean verifies(String timestamp, byte[] body, byte[] signature) {
    try {
      Signature verifier = Signature.getInstance("SHA256withECDSA");
      verifier.initVerify(key);
      verifier.update(timestamp.getBytes(StandardCharsets.UTF_8));
      verifier.update(body);
      return verifier.verify(signature);
    } catch (GeneralSecurityException malformed) {
      return false;
    }
  }

  private static List<ProviderReport> reports(JsonNode events, Instant now) {
    List<ProviderReport> reports = new ArrayList<>();
    for (JsonNode event : events) {
      MessageEventType type = TYPES.get(event.path("event").asString(""));
      String id = event.path("sg_message_id").asString("");
      if (type != null && !id.isEmpty()) {
        reports.add(
            new ProviderReport(
                    sentId(id),
                    type,
                    VendorJson.time(event.path("timestamp"), now),
                    VendorJson.details("status", event.path("status")))
                .withBounce(!event.path("type").asString("").equals("blocked")));
      }
    }
    return reports;
  }

  /// The ID of an event begins with `X-Message-Id` of the answer, and continues after a dot.
  static String sentId(String id) {
    int dot = id.indexOf('.');
    return dot < 0 ? id : id.substring(0, dot);
  }
}
