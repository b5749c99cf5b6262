package dev.waybill.server.http.console;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.waybill.server.auth.AccessSettings;
import dev.waybill.server.auth.TestIssuer;
import dev.waybill.server.auth.oidc.OidcSettings;
import dev.waybill.server.auth.oidc.RoleMapping;
import dev.waybill.server.http.Guarded;
import dev.waybill.server.http.Running;
import dev.waybill.server.http.Tree;
import dev.waybill.server.http.api.ConsoleSettings;
import dev.waybill.server.http.api.HttpLimits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// People who sign in at an issuer, over real connections.
final class OidcSignInTest {

  private static final String CODE = "code-1";

  private @TempDir Path folder;
  private HttpServer issuer;
  private RSAKey signing;
  private Guarded server;
  private volatile String audience = "console";
  private volatile String tenant = "acme";
  private volatile String nonce = "";
  private volatile String challenge = "";

  @BeforeEach
  void start() throws IOException, JOSEException {
    signing = new RSAKeyGenerator(2048).keyID("one").generate();
    issuer = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    issuer.createContext("/.well-known/openid-configuration", this::describe);
    issuer.createContext(
        "/keys", exchange -> send(exchange, 200, "{\"keys\":[" + signing.toPublicJWK() + "]}"));
    issuer.createContext("/token", this::token);
    issuer.start();
    OidcSettings trusted =
        new OidcSettings(
            url(),
            "waybill",
            null,
            new OidcSettings.Names("tenant", "roles"),
            List.of(),
            RoleMapping.parse("dev=produce,read"));
    ConsoleSettings console =
        ConsoleSettings.DEFAULT
            .withUrl(URI.create("http://waybill.example.org"))
            .withClient(new ConsoleSettings.OidcClient("console", "hush"));
    AccessSettings access = AccessSettings.DEFAULT.withFailuresPerSecond(0).withOidc(trusted);
    server = new Guarded(folder, access, HttpLimits.DEFAULT.withConsole(console));
  }

  @AfterEach
  void stop() {
    server.close();
    issuer.stop(0);
  }

  private String url() {
    return "http://127.0.0.1:" + issuer.getAddress().getPort();
  }

  private void describe(HttpExchange exchange) throws IOException {
    String at = url();
    send(
        exchange,
        200,
        """
        {"issuer":"%s","jwks_uri":"%s/keys","authorization_endpoint":"%s/authorize?a=b",\
        "token_endpoint":"%s/token"}\
        """
            .formatted(at, at, at, at));
  }

  /// Checks the code and its verifier, as RFC 7636 says.
  private void token(HttpExchange exchange) throws IOException {
    Map<String, String> form = parse(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
    boolean isGood =
        CODE.equals(form.get("code"))
            && "hush".equals(form.get("client_secret"))
            && challenge.equals(sha256(form.getOrDefault("code_verifier", "")));
    if (!isGood) {
      send(exchange, 400, "{\"error\":\"invalid_grant\"}");
      return;
    }
    JWTClaimsSet claims =
        new JWTClaimsSet.Builder()
            .issuer(url())
            .audience(audience)
            .subject("ada")
            .claim("tenant", tenant)
            .claim("roles", List.of("dev"))
            .claim("nonce", nonce)
            .expirationTime(Date.from(server.clock.instant().plusSeconds(300)))
            .build();
    String id = TestIssuer.sign(JWSAlgorithm.RS256, signing, claims);
    send(exchange, 200, "{\"id_token\":\"" + id + "\",\"access_token\":\"x\"}");
  }

  private static void send(HttpExchange exchange, int status, String json) throws IOException {
    byte[] bytes = json.getBytes(UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
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
    } catch (java.security.NoSuchAlgorithmException missing) {
      throw new AssertionError(missing);
    }
  }

  /// A browser that was sent to the issuer.
  private record Sent(String cookie, Map<String, String> query) {}

  private Sent login() {
    Running.Answer answer = server.get("/console/oidc/login?next=https://evil.example", null);
    assertThat(answer.status()).isEqualTo(302);
    String to = answer.header("Location");
    assertThat(to).startsWith(url() + "/authorize?a=b&");
    Map<String, String> query = parse(to.substring(to.indexOf('?') + 1));
    nonce = query.getOrDefault("nonce", "");
    challenge = query.getOrDefault("code_challenge", "");
    return new Sent(answer.header("Set-Cookie").replaceFirst(";.*", ""), query);
  }

  private Running.Answer callback(Sent sent, String query) {
    return server.send(
        "/console/oidc/callback?" + query, request -> request.header("Cookie", sent.cookie()));
  }

  private Running.Answer callback(Sent sent) {
    return callback(sent, "iss=x&code=" + CODE + "&state=" + sent.query().get("state"));
  }

  @Test
  void a_person_signs_in_with_a_code() {
    assertThat(server.get("/v1/session", null).json().at("sign_in", 1).text()).isEqualTo("oidc");
    Sent sent = login();
    assertThat(sent.query())
        .containsEntry("response_type", "code")
        .containsEntry("client_id", "console")
        .containsEntry("code_challenge_method", "S256")
        .containsEntry("redirect_uri", "http://waybill.example.org/console/oidc/callback");
    Running.Answer answer = callback(sent);
    assertThat(answer.status()).isEqualTo(302);
    assertThat(answer.header("Location")).isEqualTo("/console/");
    assertThat(answer.header("Set-Cookie")).contains("HttpOnly", "SameSite=Strict");
    String cookie = answer.header("Set-Cookie").replaceFirst(";.*", "");
    Tree session = server.send("/v1/session", request -> request.header("Cookie", cookie)).json();
    assertThat(session.at("tenant").text()).isEqualTo("acme");
    assertThat(session.at("subject").text()).isEqualTo("oidc:ada");
    assertThat(session.at("scopes").items()).hasSize(2);
    assertThat(server.send("/v1/jobs", request -> request.header("Cookie", cookie)).status())
        .isEqualTo(200);
  }

  @Test
  void a_sign_in_that_another_browser_began_is_refused() {
    Sent sent = login();
    Sent other = login();
    assertThat(callback(new Sent(other.cookie(), sent.query())).status()).isEqualTo(400);
    assertThat(callback(new Sent("x=y", sent.query())).status()).isEqualTo(400);
    assertThat(callback(sent, "code=" + CODE + "&state=").status()).isEqualTo(400);
    assertThat(callback(sent, "code=" + CODE).status()).isEqualTo(400);
  }

  @Test
  void a_code_for_another_verifier_or_a_wrong_token_is_refused() {
    Sent sent = login();
    challenge = "other";
    assertRefused(callback(sent));
    Sent second = login();
    nonce = "other";
    assertRefused(callback(second));
    Sent third = login();
    audience = "waybill";
    assertRefused(callback(third));
    Sent fourth = login();
    audience = "console";
    tenant = "default";
    assertRefused(callback(fourth));
  }

  private static void assertRefused(Running.Answer answer) {
    assertThat(answer.status()).isEqualTo(403);
    assertThat(answer.header("Set-Cookie")).isEmpty();
    assertThat(answer.header("Location")).isEmpty();
  }

  @Test
  void an_error_of_the_issuer_is_a_readable_page_without_markup() {
    Sent sent = login();
    Running.Answer answer = callback(sent, "error=%3Cscript%3E&state=" + sent.query().get("state"));
    assertThat(answer.status()).isEqualTo(403);
    assertThat(answer.header("Content-Type")).startsWith("text/html");
    assertThat(answer.header("Content-Security-Policy")).contains("default-src 'none'");
    assertThat(answer.body()).contains("&lt;script&gt;").doesNotContain("<script>");
  }

  @Test
  void an_issuer_that_is_away_is_a_readable_page() {
    issuer.removeContext("/.well-known/openid-configuration");
    Running.Answer answer = server.get("/console/oidc/login", null);
    assertThat(answer.status()).isEqualTo(503);
    assertThat(answer.body()).contains("does not answer");
  }
}
