package dev.waybill.console;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// An OpenID provider on the loopback address. Its page asks for one click, as a person who is
/// signed in there would see it.
final class LoopbackIssuer implements AutoCloseable {

  private static final String CODE = "code-1";

  private final RSAKey key;
  private final HttpServer server;
  private volatile Map<String, String> asked = Map.of();

  LoopbackIssuer() throws IOException, JOSEException {
    key = new RSAKeyGenerator(2048).keyID("one").generate();
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/.well-known/openid-configuration", this::describe);
    server.createContext(
        "/keys", exchange -> send(exchange, 200, "{\"keys\":[" + key.toPublicJWK() + "]}"));
    server.createContext("/authorize", this::authorize);
    server.createContext("/token", this::token);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  Map<String, String> settings() {
    return Map.of(
        "auth.oidc.issuer",
        url(),
        "auth.oidc.audience",
        "waybill",
        "auth.oidc.roles",
        "operator=read,operate",
        "console.oidc.client_id",
        "console");
  }

  private void describe(HttpExchange exchange) throws IOException {
    String at = url();
    send(
        exchange,
        200,
        """
        {"issuer":"%s","jwks_uri":"%s/keys","authorization_endpoint":"%s/authorize",\
        "token_endpoint":"%s/token"}\
        """
            .formatted(at, at, at, at));
  }

  private void authorize(HttpExchange exchange) throws IOException {
    asked = parse(exchange.getRequestURI().getRawQuery());
    String back = asked.get("redirect_uri") + "?code=" + CODE + "&state=" + asked.get("state");
    exchange.getResponseHeaders().set("Content-Type", "text/html");
    send(exchange, 200, "<h1>Example Corp</h1><a href=\"" + back + "\">Continue as Ada</a>");
  }

  /// Answers only a code whose verifier is that of the challenge (RFC 7636).
  private void token(HttpExchange exchange) throws IOException {
    Map<String, String> form = parse(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
    boolean isGood =
        CODE.equals(form.get("code"))
            && sha256(form.getOrDefault("code_verifier", "")).equals(asked.get("code_challenge"));
    send(
        exchange,
        isGood ? 200 : 400,
        isGood ? "{\"id_token\":\"" + idToken() + "\"}" : "{\"error\":\"invalid_grant\"}");
  }

  private String idToken() {
    JWTClaimsSet claims =
        new JWTClaimsSet.Builder()
            .issuer(url())
            .audience("console")
            .subject("ada")
            .claim("tenant", "acme")
            .claim("roles", List.of("operator"))
            .claim("nonce", asked.get("nonce"))
            .expirationTime(Date.from(Instant.now().plusSeconds(300)))
            .build();
    try {
      JWSHeader header = new JWSHeader.Builder(JWSAlgorithm.RS256).keyID("one").build();
      SignedJWT token = new SignedJWT(header, claims);
      token.sign(new RSASSASigner(key));
      return token.serialize();
    } catch (JOSEException failed) {
      throw new AssertionError(failed);
    }
  }

  private static Map<String, String> parse(String form) {
    Map<String, String> values = new HashMap<>();
    for (String pair : form.split("&", -1)) {
      String[] parts = pair.split("=", 2);
      values.put(parts[0], URLDecoder.decode(parts[1], UTF_8));
    }
    return values;
  }

  private static String sha256(String text) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(US_ASCII));
      return Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
    } catch (NoSuchAlgorithmException missing) {
      throw new AssertionError(missing);
    }
  }

  private static void send(HttpExchange exchange, int status, String text) throws IOException {
    byte[] bytes = text.getBytes(UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
