package dev.waybill.server.auth.oidc;

import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.util.JSONObjectUtils;
import dev.waybill.server.auth.CallerNetwork;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.text.ParseException;
import java.time.Duration;
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
    String slash = issuer.endsWith("/") ? "" : "/";
    URI address = URI.create(issuer + slash + ".well-known/openid-configuration");
    try {
      var document = JSONObjectUtils.parse(fetch(address));
      if (!issuer.equals(JSONObjectUtils.getString(document, "issuer"))) {
        throw new IssuerUnavailable(address + " names another issuer", null);
      }
      String jwksUri = JSONObjectUtils.getString(document, "jwks_uri");
      return URI.create(jwksUri == null ? "" : jwksUri);
    } catch (ParseException | IllegalArgumentException malformed) {
      throw new IssuerUnavailable(address + " cannot be read", malformed);
    }
  }

  /// The timeout covers the whole answer; that of the request alone ends with the headers.
  private String fetch(URI address) {
    if (!isSafe(address)) {
      throw new IssuerUnavailable(address + " must be https", null);
    }
    HttpRequest request = HttpRequest.newBuilder(address).timeout(patience).build();
    CompletableFuture<HttpResponse<String>> sent =
        client.sendAsync(request, BodyHandlers.limiting(BodyHandlers.ofString(), LARGEST));
    try {
      HttpResponse<String> response = sent.get(patience.toMillis(), TimeUnit.MILLISECONDS);
      if (response.statusCode() != 200) {
        throw new IssuerUnavailable(address + " answers " + response.statusCode(), null);
      }
      return response.body();
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

  /// Whoever can change these documents in transit can forge tokens.
  static boolean isSafe(URI address) {
    String host = address.getHost();
    return host != null
        && ("https".equals(address.getScheme())
            || ("http".equals(address.getScheme()) && CallerNetwork.isThisMachine(host)));
  }
}
