package dev.waybill.messages.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Verifies a signed webhook on the receiving side: signature and age.
public final class WebhookSignature {

  public static final String ID = "webhook-id";
  public static final String TIMESTAMP = "webhook-timestamp";
  public static final String SIGNATURE = "webhook-signature";

  private static final int MOST_SIGNATURES = 20;

  private WebhookSignature() {}

  public enum Verdict {
    VALID,
    /// A header is missing or malformed.
    MALFORMED,
    /// The timestamp is older than the tolerance: this may be a replay.
    TOO_OLD,
    /// The timestamp is in the future by more than the tolerance.
    TOO_NEW,
    /// No signature matches one of the secrets and this body.
    WRONG_SIGNATURE
  }

  /// Verifies a webhook in constant time.
  ///
  /// @param secrets each `whsec_` and Base64; one match is enough
  /// @param headers header names in any case
  /// @param body the body, byte for byte
  public static Verdict verify(
      List<String> secrets,
      Map<String, String> headers,
      byte[] body,
      Instant now,
      Duration tolerance) {
    WebhookSecrets known = WebhookSecrets.parse(secrets);
    Map<String, String> named = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    named.putAll(headers);
    String id = named.getOrDefault(ID, "");
    String timestamp = named.getOrDefault(TIMESTAMP, "");
    List<String> given = signatures(named.getOrDefault(SIGNATURE, ""));
    if (id.isBlank() || id.contains(".") || !timestamp.matches("[0-9]{1,11}") || given.isEmpty()) {
      return Verdict.MALFORMED;
    }
    if (!oneMatches(known.signatures(id, timestamp, body), given)) {
      return Verdict.WRONG_SIGNATURE;
    }
    return age(Instant.ofEpochSecond(Long.parseLong(timestamp)), now, tolerance);
  }

  private static Verdict age(Instant sent, Instant now, Duration tolerance) {
    if (sent.isBefore(now.minus(tolerance))) {
      return Verdict.TOO_OLD;
    }
    return sent.isAfter(now.plus(tolerance)) ? Verdict.TOO_NEW : Verdict.VALID;
  }

  /// The signatures of the supported version; others are ignored.
  private static List<String> signatures(String header) {
    List<String> found = new ArrayList<>();
    for (String one : header.split(" ", MOST_SIGNATURES)) {
      if (one.startsWith(WebhookSecrets.VERSION)) {
        found.add(one.substring(WebhookSecrets.VERSION.length()));
      }
    }
    return found;
  }

  /// Compares texts rather than the bytes that they encode: a signature has one form only.
  private static boolean oneMatches(List<byte[]> expected, List<String> given) {
    boolean matches = false;
    for (byte[] right : expected) {
      byte[] text = Base64.getEncoder().encode(right);
      for (String one : given) {
        matches |= MessageDigest.isEqual(text, one.getBytes(StandardCharsets.UTF_8));
      }
    }
    return matches;
  }
}
