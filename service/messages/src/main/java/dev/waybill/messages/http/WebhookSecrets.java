package dev.waybill.messages.http;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// The secrets of a webhook, each `whsec_` followed by 24 to 64 bytes in Base64.
public final class WebhookSecrets {

  static final String VERSION = "v1,";

  private static final String PREFIX = "whsec_";
  private static final String ALGORITHM = "HmacSHA256";
  private static final int LEAST_BYTES = 24;
  private static final int MOST_BYTES = 64;
  private static final int MOST = 10;

  private final List<SecretKeySpec> keys;

  private WebhookSecrets(List<SecretKeySpec> keys) {
    this.keys = keys;
  }

  public static WebhookSecrets parse(List<String> secrets) {
    check(!secrets.isEmpty() && secrets.size() <= MOST, "a webhook needs 1 to 10 secrets");
    return new WebhookSecrets(secrets.stream().map(WebhookSecrets::key).toList());
  }

  /// One signature per secret, separated by spaces.
  public String sign(String id, Instant at, byte[] body) {
    return signatures(id, Long.toString(at.getEpochSecond()), body).stream()
        .map(signature -> VERSION + Base64.getEncoder().encodeToString(signature))
        .collect(Collectors.joining(" "));
  }

  List<byte[]> signatures(String id, String timestamp, byte[] body) {
    return keys.stream().map(key -> signature(key, id + "." + timestamp + ".", body)).toList();
  }

  private static byte[] signature(SecretKeySpec key, String before, byte[] body) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      mac.update(before.getBytes(StandardCharsets.UTF_8));
      return mac.doFinal(body);
    } catch (GeneralSecurityException missing) {
      throw new IllegalStateException("every JDK has " + ALGORITHM, missing);
    }
  }

  private static SecretKeySpec key(String secret) {
    check(secret.startsWith(PREFIX), "a webhook secret must start with whsec_");
    byte[] bytes = decoded(secret.substring(PREFIX.length()));
    check(
        bytes.length >= LEAST_BYTES && bytes.length <= MOST_BYTES,
        "a webhook secret must be whsec_ followed by 24 to 64 bytes in Base64");
    return new SecretKeySpec(bytes, ALGORITHM);
  }

  /// Empty if the text is not Base64. Error messages never contain the secret.
  private static byte[] decoded(String text) {
    try {
      return Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException malformed) {
      return new byte[0];
    }
  }

  private static void check(boolean holds, String otherwise) {
    if (!holds) {
      throw new WaybillException(Code.INVALID_ARGUMENT, otherwise);
    }
  }
}
