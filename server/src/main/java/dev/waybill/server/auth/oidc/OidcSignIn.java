package dev.waybill.server.auth.oidc;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.base.Sha256;
import dev.waybill.server.auth.Caller;
import java.net.URI;
import java.net.URLEncoder;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Signs people in at the issuer: the authorization code flow with PKCE (RFC 7636). The ID token
/// must name a tenant and roles, as other tokens must.
public final class OidcSignIn {

  /// How many sign-ins may wait for the issuer at a time.
  private static final int MOST = 16;

  private static final int SECRET_BYTES = 32;
  private static final SecureRandom RANDOM = new SecureRandom();

  /// This server as a client of the issuer.
  ///
  /// @param secret null for a public client
  /// @param redirect where the issuer sends the browser
  public record Client(String id, @Nullable String secret, URI redirect) {

    @Override
    public String toString() {
      return "Client[" + id + "]";
    }
  }

  /// What the browser keeps between the beginning and the end of a sign-in.
  ///
  /// @param state connects the answer of the issuer with this browser
  /// @param nonce connects the ID token with this sign-in
  /// @param verifier proves that the code was requested here
  public record Secrets(String state, String nonce, String verifier) {

    static Secrets fresh() {
      return new Secrets(random(), random(), random());
    }

    public String text() {
      return state + "." + nonce + "." + verifier;
    }

    public static Optional<Secrets> parse(String text) {
      String[] parts = text.split("\\.", -1);
      return parts.length == 3
          ? Optional.of(new Secrets(parts[0], parts[1], parts[2]))
          : Optional.empty();
    }

    public boolean isState(String shown) {
      return MessageDigest.isEqual(state.getBytes(UTF_8), shown.getBytes(UTF_8));
    }

    @Override
    public String toString() {
      return "Secrets[hidden]";
    }
  }

  /// @param to the page of the issuer
  public record Begun(URI to, Secrets secrets) {}

  private final IssuerDocuments documents;
  private final OidcTokens tokens;
  private final Client client;
  private final Semaphore waiting = new Semaphore(MOST);

  private OidcSignIn(IssuerDocuments documents, OidcTokens tokens, Client client) {
    this.documents = documents;
    this.tokens = tokens;
    this.client = client;
  }

  /// Sends nothing to the issuer until somebody signs in.
  public static OidcSignIn of(OidcSettings settings, Client client, InstantSource clock) {
    return new OidcSignIn(
        new IssuerDocuments(settings.issuer(), settings.keysAt()),
        OidcTokens.of(settings.withAudience(client.id()), clock),
        client);
  }

  /// Throws [IssuerUnavailable] if the issuer does not answer.
  public Begun begin() {
    Secrets secrets = Secrets.fresh();
    URI page = limited(() -> documents.endpoint("authorization_endpoint"));
    Map<String, String> query = new LinkedHashMap<>();
    query.put("response_type", "code");
    query.put("client_id", client.id());
    query.put("redirect_uri", client.redirect().toString());
    query.put("scope", "openid profile email");
    query.put("state", secrets.state());
    query.put("nonce", secrets.nonce());
    query.put("code_challenge", challenge(secrets.verifier()));
    query.put("code_challenge_method", "S256");
    String join = page.getRawQuery() == null ? "?" : "&";
    return new Begun(URI.create(page + join + form(query)), secrets);
  }

  /// The person who signed in; empty if the issuer refuses the code, or its ID token is not
  /// acceptable. Throws [IssuerUnavailable] if the issuer does not answer.
  public Optional<Caller> finish(String code, Secrets secrets) {
    Map<String, String> form = new LinkedHashMap<>();
    form.put("grant_type", "authorization_code");
    form.put("code", code);
    form.put("redirect_uri", client.redirect().toString());
    form.put("client_id", client.id());
    form.put("code_verifier", secrets.verifier());
    if (client.secret() != null) {
      form.put("client_secret", client.secret());
    }
    return limited(() -> documents.idToken(form(form)))
        .flatMap(token -> tokens.callerWithNonce(token, secrets.nonce()));
  }

  private <T> T limited(Supplier<T> work) {
    if (!waiting.tryAcquire()) {
      throw new IssuerUnavailable("too many people sign in at the same time", null);
    }
    try {
      return work.get();
    } finally {
      waiting.release();
    }
  }

  private static String form(Map<String, String> fields) {
    return fields.entrySet().stream()
        .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), UTF_8))
        .collect(Collectors.joining("&"));
  }

  static String challenge(String verifier) {
    return encoded(Sha256.of(verifier.getBytes(US_ASCII)));
  }

  private static String random() {
    byte[] bytes = new byte[SECRET_BYTES];
    RANDOM.nextBytes(bytes);
    return encoded(bytes);
  }

  private static String encoded(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
