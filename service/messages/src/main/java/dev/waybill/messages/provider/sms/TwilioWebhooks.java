package dev.waybill.messages.provider.sms;

import dev.waybill.base.Sha256;
import dev.waybill.message.MessageEventType;
import dev.waybill.messages.provider.ProviderReport;
import dev.waybill.messages.provider.Signatures;
import dev.waybill.messages.provider.WebhookReader;
import dev.waybill.messages.provider.WebhookRequest;
import dev.waybill.messages.provider.WebhookResult;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// Reads Twilio's status callbacks: HMAC-SHA1 over the URL and the fields of the form, or over the
/// URL with a digest of a JSON body. Twilio sends no time; a callback that comes again changes
/// nothing.
final class TwilioWebhooks implements WebhookReader {

  static final String SIGNATURE = "X-Twilio-Signature";

  /// The number is unknown, or cannot receive text messages.
  private static final Set<String> UNREACHABLE = Set.of("30005", "30006");

  private static final String DIGEST = "bodySHA256=";
  private static final Map<String, MessageEventType> TYPES =
      Map.of(
          "accepted", MessageEventType.PROVIDER_ACCEPTED,
          "queued", MessageEventType.PROVIDER_ACCEPTED,
          "sending", MessageEventType.PROVIDER_ACCEPTED,
          "sent", MessageEventType.PROVIDER_ACCEPTED,
          "delivered", MessageEventType.PROVIDER_DELIVERED,
          "read", MessageEventType.PROVIDER_OPENED,
          "undelivered", MessageEventType.PROVIDER_BOUNCED,
          "failed", MessageEventType.PROVIDER_DROPPED);

  private final byte[] token;
  private final String url;

  /// @param url the public URL, because a proxy may change the one of the request
  TwilioWebhooks(String token, String url) {
    this.token = token.getBytes(StandardCharsets.UTF_8);
    this.url = url;
  }

  @Override
  public WebhookResult read(WebhookRequest request, Instant now) {
    String given = request.header(SIGNATURE).orElse("");
    Optional<Map<String, String>> fields =
        request.query().contains(DIGEST) ? Optional.of(Map.of()) : fields(request.body().text());
    if (given.isEmpty() || fields.isEmpty()) {
      return new WebhookResult.NotGenuine("the signature is missing, or the form is malformed");
    }
    return verifies(given, request, fields.get())
        ? new WebhookResult.Genuine(
            report(
                fields.get().getOrDefault("MessageSid", ""),
                fields.get().getOrDefault("MessageStatus", ""),
                fields.get().getOrDefault("ErrorCode", ""),
                now))
        : new WebhookResult.NotGenuine("the signature does not match");
  }

  private boolean verifies(String given, WebhookRequest request, Map<String, String> fields) {
    StringBuilder rest = new StringBuilder();
    if (request.query().contains(DIGEST)) {
      rest.append(url.contains("?") ? '&' : '?').append(DIGEST).append(sha256(request));
    }
    fields.forEach((name, value) -> rest.append(name).append(value));
    return Signatures.areEqual(sign(url + rest), given)
        || Signatures.areEqual(sign(withPort(url) + rest), given);
  }

  private String sign(String text) {
    byte[] signed = text.getBytes(StandardCharsets.UTF_8);
    return Base64.getEncoder().encodeToString(Signatures.hmac("HmacSHA1", token, signed));
  }

  /// Twilio signs with or without the standard port.
  private static String withPort(String url) {
    URI parsed = URI.create(url);
    if (parsed.getPort() >= 0) {
      return url;
    }
    String port = parsed.getScheme().equals("https") ? ":443" : ":80";
    return url.replaceFirst("^(https?://[^/?]+)", "$1" + port);
  }

  private static String sha256(WebhookRequest request) {
    return Sha256.hex(request.body().bytes());
  }

  /// The fields in order of their names; empty if the form is malformed or repeats a field.
  private static Optional<Map<String, String>> fields(String form) {
    Map<String, String> fields = new TreeMap<>();
    try {
      for (String pair : form.split("&", -1)) {
        String[] parts = pair.split("=", 2);
        String value = parts.length == 2 ? decoded(parts[1]) : "";
        if (fields.put(decoded(parts[0]), value) != null) {
          return Optional.empty();
        }
      }
      return Optional.of(fields);
    } catch (IllegalArgumentException malformed) {
      return Optional.empty();
    }
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  /// What a status means; nothing if it is not known.
  ///
  /// @param error Twilio's error code; empty if there is none
  static List<ProviderReport> report(String id, String status, String error, Instant now) {
    MessageEventType type = TYPES.get(status);
    return type == null || id.isEmpty()
        ? List.of()
        : List.of(
            new ProviderReport(
                    id, type, now, error.isEmpty() ? Map.of() : Map.of("error_code", error))
                .withBounce(UNREACHABLE.contains(error)));
  }
}
