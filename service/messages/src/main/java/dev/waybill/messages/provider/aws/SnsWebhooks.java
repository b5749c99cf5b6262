package dev.waybill.messages.provider.aws;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.messages.provider.Signatures;
import dev.waybill.messages.provider.VendorJson;
import dev.waybill.messages.provider.WebhookReader;
import dev.waybill.messages.provider.WebhookRequest;
import dev.waybill.messages.provider.WebhookResult;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Reads the notifications of one topic of Amazon SNS, signed with version 2 (SHA-256 with RSA).
/// Version 1 uses SHA-1 and is refused.
final class SnsWebhooks implements WebhookReader {

  /// SNS tries for up to an hour to deliver a message.
  static final Duration OLDEST = Duration.ofHours(1);

  private static final Duration SKEW = Duration.ofMinutes(5);

  private final SnsTopic topic;
  private final SnsCalls calls;
  private final SnsCertificates certificates;

  SnsWebhooks(String topicArn, SnsCalls calls) {
    this.topic = new SnsTopic(topicArn);
    this.calls = calls;
    this.certificates = new SnsCertificates(calls);
  }

  @Override
  public WebhookResult read(WebhookRequest request, Instant now) throws InterruptedException {
    SnsMessage message = new SnsMessage(VendorJson.read(request.body().bytes()));
    if (!message.isKnown() || !message.text("TopicArn").equals(topic.arn())) {
      return new WebhookResult.NotGenuine("it is no message of the configured topic");
    }
    if (!message.text("SignatureVersion").equals("2") || !isFresh(message.text("Timestamp"), now)) {
      return new WebhookResult.NotGenuine("the version or the time of the signature is wrong");
    }
    Optional<X509Certificate> certificate =
        certificates.find(message.text("SigningCertURL"), topic, now);
    return certificate.isPresent() && verifies(message, certificate.get())
        ? read(message, now)
        : new WebhookResult.NotGenuine("the certificate or the signature is wrong");
  }

  private static boolean isFresh(String timestamp, Instant now) {
    try {
      Instant sent = Instant.parse(timestamp);
      return !sent.isBefore(now.minus(OLDEST)) && !sent.isAfter(now.plus(SKEW));
    } catch (DateTimeException malformed) {
      return false;
    }
  }

  private static boolean verifies(SnsMessage message, X509Certificate certificate) {
    try {
      Signature verifier = Signature.getInstance("SHA256withRSA");
      verifier.initVerify(certificate.getPublicKey());
      verifier.update(message.signed());
      return verifier.verify(Signatures.base64(message.text("Signature")).orElse(new byte[0]));
    } catch (GeneralSecurityException malformed) {
      return false;
    }
  }

  /// If it fails, SNS sends the confirmation again.
  private void confirm(String token) throws InterruptedException {
    if (calls.get(topic.confirmation(token)).isEmpty()) {
      throw new WaybillException(Code.UNAVAILABLE, "cannot confirm the subscription now");
    }
  }

  private WebhookResult read(SnsMessage message, Instant now) throws InterruptedException {
    if (message.isConfirmation()) {
      confirm(message.text("Token"));
      return new WebhookResult.Genuine(List.of());
    }
    byte[] event = message.text("Message").getBytes(StandardCharsets.UTF_8);
    return new WebhookResult.Genuine(
        message.isNotification() ? SesEvents.read(VendorJson.read(event), now) : List.of());
  }
}
