package dev.waybill.messages.provider.push;

import dev.waybill.messages.http.HttpOutcome;
import dev.waybill.messages.http.OutgoingRequest;
import dev.waybill.messages.provider.VendorApi;
import dev.waybill.messages.provider.VendorJson;
import dev.waybill.wire.json.JsonOut;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Signature;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// OAuth access tokens of a service account (RFC 7523): a JWT, signed with RS256, is exchanged for
/// a token, which is used until shortly before it expires.
final class AccessTokens {

  private static final String SCOPE = "https://www.googleapis.com/auth/firebase.messaging";
  private static final String GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer";
  private static final Duration LIFE = Duration.ofHours(1);
  private static final Duration MARGIN = Duration.ofMinutes(5);
  private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

  private final ServiceAccount account;
  private final VendorApi api;
  private final InstantSource clock;
  private volatile @Nullable Token current;

  private record Token(String text, Instant expires) {}

  AccessTokens(ServiceAccount account, VendorApi api, InstantSource clock) {
    this.account = account;
    this.api = api;
    this.clock = clock;
  }

  /// A token, or how the request for one ended.
  sealed interface Grant {

    record Granted(String token) implements Grant {}

    record Denied(HttpOutcome outcome) implements Grant {}
  }

  Grant get() throws InterruptedException {
    Instant now = clock.instant();
    Token known = current;
    if (known != null && now.isBefore(known.expires().minus(MARGIN))) {
      return new Grant.Granted(known.text());
    }
    HttpOutcome outcome = api.call(request(now));
    Optional<Token> fresh = token(outcome, now);
    current = fresh.orElse(null);
    return fresh
        .<Grant>map(token -> new Grant.Granted(token.text()))
        .orElseGet(() -> new Grant.Denied(outcome));
  }

  /// Lets the next call ask for a new token.
  void forget() {
    current = null;
  }

  private OutgoingRequest request(Instant now) {
    return OutgoingRequest.form(
        account.tokenUri(),
        List.of(Map.entry("grant_type", GRANT), Map.entry("assertion", jwt(now))));
  }

  private static Optional<Token> token(HttpOutcome outcome, Instant now) {
    if (!(outcome instanceof HttpOutcome.Answered answer) || !answer.isGood()) {
      return Optional.empty();
    }
    JsonNode json = VendorJson.read(answer.body().bytes());
    String text = json.path("access_token").asString("");
    boolean usable = !text.isEmpty() && text.chars().allMatch(c -> c > ' ' && c < 127);
    return usable
        ? Optional.of(new Token(text, now.plusSeconds(json.path("expires_in").asLong(0))))
        : Optional.empty();
  }

  String jwt(Instant now) {
    byte[] header =
        JsonOut.write(
            out -> {
              out.text("alg", "RS256");
              out.text("typ", "JWT");
            });
    byte[] claims =
        JsonOut.write(
            out -> {
              out.text("iss", account.email());
              out.text("scope", SCOPE);
              out.text("aud", account.tokenUri().toString());
              out.number("iat", now.getEpochSecond());
              out.number("exp", now.plus(LIFE).getEpochSecond());
            });
    String signed = BASE64.encodeToString(header) + '.' + BASE64.encodeToString(claims);
    return signed + '.' + BASE64.encodeToString(sign(signed));
  }

  private byte[] sign(String text) {
    try {
      Signature signer = Signature.getInstance("SHA256withRSA");
      signer.initSign(account.key());
      signer.update(text.getBytes(StandardCharsets.US_ASCII));
      return signer.sign();
    } catch (GeneralSecurityException unusable) {
      throw new IllegalStateException("cannot sign with the key of the service account", unusable);
    }
  }
}
