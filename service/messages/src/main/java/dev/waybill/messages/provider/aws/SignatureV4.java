package dev.waybill.messages.provider.aws;

import dev.waybill.base.Sha256;
import dev.waybill.messages.http.OutgoingRequest;
import dev.waybill.messages.provider.Signatures;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Signs requests to AWS (Signature Version 4). The paths and queries of our requests need no
/// further encoding.
///
/// @param sessionToken of temporary credentials, or null
public record SignatureV4(
    String accessKey, String secretKey, @Nullable String sessionToken, Scope scope) {

  private static final String ALGORITHM = "AWS4-HMAC-SHA256";
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  public record Scope(String region, String service) {

    private String of(String date) {
      return date + '/' + region + '/' + service + "/aws4_request";
    }
  }

  public OutgoingRequest sign(OutgoingRequest request, Instant now) {
    String time = TIME.format(now);
    Map<String, String> added = new TreeMap<>();
    added.put("X-Amz-Date", time);
    if (sessionToken != null) {
      added.put("X-Amz-Security-Token", sessionToken);
    }
    OutgoingRequest dated = request.with(added);
    Map<String, String> signed = new TreeMap<>();
    dated.headers().forEach((name, value) -> signed.put(name.toLowerCase(Locale.ROOT), value));
    signed.put("host", request.uri().getRawAuthority());
    return dated.with("Authorization", authorization(dated, signed, time));
  }

  private String authorization(OutgoingRequest request, Map<String, String> headers, String time) {
    String date = time.substring(0, 8);
    String names = String.join(";", headers.keySet());
    String canonical =
        String.join(
            "\n",
            request.method(),
            request.uri().getRawPath().isEmpty() ? "/" : request.uri().getRawPath(),
            query(request.uri().getRawQuery()),
            headers.entrySet().stream()
                .map(header -> header.getKey() + ':' + header.getValue().strip() + '\n')
                .collect(Collectors.joining()),
            names,
            Sha256.hex(request.body().bytes()));
    String text = String.join("\n", ALGORITHM, time, scope.of(date), Sha256.hex(bytes(canonical)));
    return "%s Credential=%s/%s, SignedHeaders=%s, Signature=%s"
        .formatted(
            ALGORITHM,
            accessKey,
            scope.of(date),
            names,
            HexFormat.of().formatHex(hmac(key(date), text)));
  }

  private static String query(@Nullable String raw) {
    return raw == null
        ? ""
        : Arrays.stream(raw.split("&", -1))
            .map(pair -> pair.contains("=") ? pair : pair + '=')
            .sorted()
            .collect(Collectors.joining("&"));
  }

  private byte[] key(String date) {
    byte[] dated = hmac(bytes("AWS4" + secretKey), date);
    return hmac(hmac(hmac(dated, scope.region()), scope.service()), "aws4_request");
  }

  private static byte[] hmac(byte[] key, String text) {
    return Signatures.hmac("HmacSHA256", key, bytes(text));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /// Without the secrets.
  @Override
  public String toString() {
    return accessKey;
  }
}
