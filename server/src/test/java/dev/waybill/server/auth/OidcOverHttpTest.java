package dev.waybill.server.auth;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import dev.waybill.Page;
import dev.waybill.Waybill;
import dev.waybill.admin.AuditEntry;
import dev.waybill.admin.NewAccessKey;
import dev.waybill.admin.Scope;
import dev.waybill.conformance.ManualClock;
import dev.waybill.conformance.model.ModelBackend;
import dev.waybill.engine.EngineOpener;
import dev.waybill.server.ServerSettings;
import dev.waybill.server.WaybillServer;
import dev.waybill.server.auth.oidc.OidcSettings;
import dev.waybill.server.auth.oidc.RoleMapping;
import dev.waybill.settings.Settings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Date;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A server with an issuer, both over real connections.
final class OidcOverHttpTest {

  private final ManualClock clock = new ManualClock();
  private final ModelBackend store = new ModelBackend(Settings.DEFAULT);
  private final HttpClient client = HttpClient.newHttpClient();
  private RSAKey signing;
  private TestIssuer issuer;
  private Waybill waybill;
  private Access access;
  private WaybillServer server;

  @BeforeEach
  void start() throws IOException, JOSEException {
    signing = new RSAKeyGenerator(2048).keyID("one").generate();
    issuer = new TestIssuer();
    issuer.publishes(signing.toPublicJWK());
    RoleMapping roles = RoleMapping.parse("dev=produce,read");
    OidcSettings trusted =
        new OidcSettings(
            issuer.url(),
            "waybill",
            null,
            new OidcSettings.Names("tenant", "roles"),
            List.of(),
            roles);
    waybill = EngineOpener.over(store, Settings.DEFAULT);
    access =
        Access.over(new Books(store.ledger(), clock), AccessSettings.DEFAULT.withOidc(trusted));
    server = WaybillServer.start(waybill, ServerSettings.DEFAULT.withPort(0), access);
  }

  @AfterEach
  void stop() {
    server.close();
    waybill.close();
    client.shutdownNow();
    issuer.close();
  }

  @Test
  void a_token_grants_the_scopes_of_its_roles_in_its_tenant() throws Exception {
    String ada = token("one", "acme");
    assertThat(get("/v1/jobs", ada).statusCode()).isEqualTo(200);
    assertThat(get("/v1/keys", ada).statusCode()).isEqualTo(403);
    AuditLog audit = access.books().orElseThrow().audit();
    assertThat(audit.list("acme", Page.Request.FIRST).items())
        .singleElement()
        .extracting(AuditEntry::actor, AuditEntry::outcome)
        .containsExactly("oidc:ada", "forbidden");
  }

  @Test
  void with_an_issuer_every_call_needs_a_credential() throws Exception {
    assertThat(get("/v1/jobs", null).statusCode()).isEqualTo(401);
    access.checkMayListenOn("0.0.0.0");
  }

  @Test
  void keys_are_accepted_in_addition_to_tokens() throws Exception {
    AccessKeys keys = access.books().orElseThrow().keys();
    NewAccessKey wanted = new NewAccessKey(Set.of(Scope.READ), "test", null);
    assertThat(get("/v1/jobs", keys.create("acme", wanted).text()).statusCode()).isEqualTo(200);
    assertThat(get("/v1/jobs", KeyText.fresh()).statusCode()).isEqualTo(401);
  }

  @Test
  void the_reason_for_a_refused_token_is_not_disclosed() throws Exception {
    HttpResponse<String> answer = get("/v1/jobs", token("one", "waybill"));
    assertThat(answer.statusCode()).isEqualTo(401);
    assertThat(answer.body()).doesNotContain("tenant", "ada");
  }

  @Test
  void an_unavailable_issuer_has_another_error_than_an_invalid_token() throws Exception {
    assertThat(get("/v1/jobs", token("one", "acme")).statusCode()).isEqualTo(200);
    issuer.answers(503);
    clock.advance(Duration.ofSeconds(30));
    HttpResponse<String> unsure = get("/v1/jobs", token("two", "acme"));
    assertThat(unsure.statusCode()).isEqualTo(503);
    assertThat(unsure.body()).contains("\"issuer_unavailable\"");
    assertThat(unsure.headers().firstValue("Retry-After")).contains("5");
    assertThat(get("/v1/jobs", token("one", "acme")).statusCode()).isEqualTo(200);
  }

  private HttpResponse<String> get(String path, @Nullable String credential) throws Exception {
    URI address = URI.create("http://127.0.0.1:" + server.port() + path);
    HttpRequest.Builder request = HttpRequest.newBuilder(address);
    if (credential != null) {
      request.header("Authorization", "Bearer " + credential);
    }
    return client.send(request.build(), BodyHandlers.ofString());
  }

  private String token(String kid, String tenant) {
    JWTClaimsSet claims =
        new JWTClaimsSet.Builder()
            .issuer(issuer.url())
            .audience("waybill")
            .subject("ada")
            .expirationTime(Date.from(clock.instant().plusSeconds(3_600)))
            .claim("tenant", tenant)
            .claim("roles", List.of("dev"))
            .build();
    JWSHeader header = new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(kid).build();
    return TestIssuer.sign(header, signing, claims);
  }
}
