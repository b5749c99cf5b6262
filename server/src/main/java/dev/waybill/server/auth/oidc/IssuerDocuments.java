package dev.waybill.server.auth.oidc;

import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.util.JSONObjectUtils;
import dev.waybill.server.auth.CallerNetwork;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.text.ParseException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// Fetches the documents of an issuer. Follows no redirect, and limits time and size.
final class IssuerDocuments {

  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final int LARGEST = 1 << 20;

  private final HttpClient client =
      HttpClient.newBuilder()
          .connectTimeout(PATIENCE)
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();
  private final String issuer;
  private final @Nullable URI keysAt;
  private final Duration patience;

  IssuerDocuments(String issuer, @Nullable URI keysAt) {
    this(issuer, keysAt, PATIENCE);
  }

  /// @param patience the timeout for one whole document
  IssuerDocuments(String issuer, @Nullable URI keysAt, Duration patience) {
    this.issuer = issuer;
    this.keysAt = keysAt;
    this.patience = patience;
  }

  /// The current keys of the issuer.
  JWKSet keys() {
    try {
      return JWKSet.parse(fetch(keysAt == null ? discovered() : keysAt));
    } catch (ParseException malformed) {
      throw new IssuerUnavailable("the keys of " + issuer + " cannot be read", malformed);
    }
  }

  private URI discovered() {
    return endpoint("jwks_uri");
  }

  /// An address in the discovery document.
  URI endpoint(String name) {
    String slash = issuer.endsWith("/") ? "" : "/";
    URI address = URI.create(issuer + slash + ".well-known/openid-configuration");
    try {
      var document = JSONObjectUtils.parse(fetch(address));
      if (!issuer.equals(JSONObjectUtils.getString(document, "issuer"))) {
        throw new IssuerUnavailable(address + " names another issuer", null);
      }
      String found = JSONObjectUtils.getString(document, name);
      return safe(URI.create(found == null ? "" : found));
    } catch (ParseException | IllegalArgumentException malformed) {
      throw new IssuerUnavailable(address + " cannot be read", malformed);
    }
  }

  /// The ID token for a code; empty if the issuer refuses the code.
  Optional<String> idToken(String form) {
    URI address = endpoint("token_endpoint");
    HttpRequest request =
        HttpRequest.newBuilder(address)
            .timeout(patience)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .header("Accept", "application/json")
            .POST(BodyPublishers.ofString(form))
            .build();
    HttpResponse<String> response = send(request);
    if (response.statusCode() >= 500) {
      throw new IssuerUnavailable(address + " answers " + response.statusCode(), null);
    }
    try {
      return response.statusCode() == 200
          ? Optional.ofNullable(
              JSONObjectUtils.getString(JSONObjectUtils.parse(response.body()), "id_token"))
          : Optional.empty();
    } catch (ParseException malformed) {
      throw new IssuerUnavailable(address + " cannot be read", malformed);
    }
  }

  private String fetch(URI address) {
    HttpResponse<String> response =
        send(HttpRequest.newBuilder(safe(address)).timeout(patience).build());
    if (response.statusCode() != 200) {
      throw new IssuerUnavailable(address + " answers " + response.statusCode(), null);
    }
    return response.body();
  }

  /// The timeout covers the whole answer; that of the request alone ends with the headers.
  private HttpResponse<String> send(HttpRequest request) {
    URI address = request.uri();
    CompletableFuture<HttpResponse<String>> sent =
        client.sendAsync(request, BodyHandlers.limiting(BodyHandlers.ofString(), LARGEST));
    try {
      return sent.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException unreachable) {
      throw new IssuerUnavailable(address + " cannot be reached", unreachable);
    } catch (TimeoutException slow) {
      sent.cancel(true);
      throw new IssuerUnavailable(address + " did not answer within " + patience, slow);
    } catch (InterruptedException interrupted) {
      sent.cancel(true);
      Thread.currentThread().interrupt();
      throw new IssuerUnavailable("interrupted while asking " + address, interrupted);
    }
  }

  private static URI safe(URI address) {
    if (!isSafe(address)) {
      throw new IssuerUnavailable(address + " must be https", null);
    }
    return address;
  }

  /// Whoever can change these documents in transit can forge tokens.
  static boolean isSafe(URI address) {
    String host = address.getHost();
    return host != null
        && ("https".equals(address.getScheme())
            || ("http".equals(address.getScheme()) && CallerNetwork.isThisMachine(host)));
  }
}
