package dev.waybill.server.auth.oidc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import dev.waybill.admin.Scope;
import dev.waybill.conformance.ManualClock;
import dev.waybill.server.auth.Caller;
import dev.waybill.server.auth.Credentials;
import dev.waybill.server.auth.TestIssuer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Date;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Tokens signed here, with keys that a real HTTP server publishes.
final class OidcTokensTest {

  private static final RSAKey RSA = rsa("rsa-1", 2048);
  private static final RSAKey OTHER_RSA = rsa("rsa-2", 2048);
  private static final ECKey EC = ec();

  private final ManualClock clock = new ManualClock();
  private List<String> tenants = List.of();
  private TestIssuer issuer;
  private OidcTokens tokens;

  @BeforeEach
  void start() throws IOException {
    issuer = new TestIssuer();
    issuer.publishes(RSA.toPublicJWK(), EC.toPublicJWK());
    tokens = tokens("roles");
  }

  @AfterEach
  void stop() {
    issuer.close();
  }

  @Test
  void a_valid_token_identifies_its_caller_and_scopes() {
    assertThat(enter(signed(claims -> claims)))
        .contains(new Caller("acme", "oidc:ada", EnumSet.of(Scope.PRODUCE, Scope.READ)));
  }

  @Test
  void tokens_may_name_the_default_tenant_only_if_it_is_listed() {
    String operator = signed(claims -> claims.claim("tenant", "default"));
    assertThat(enter(operator)).isEmpty();
    tenants = List.of("*");
    tokens = tokens("roles");
    assertThat(enter(operator)).isEmpty();
    assertThat(enter(signed(claims -> claims))).isPresent();
    tenants = List.of("default");
    tokens = tokens("roles");
    assertThat(enter(operator)).isPresent();
    assertThat(enter(signed(claims -> claims))).isEmpty();
  }

  @Test
  void tenants_are_listed_by_name_or_by_prefix() {
    tenants = List.of("acme", "team-*");
    tokens = tokens("roles");
    assertThat(enter(signed(claims -> claims))).isPresent();
    assertThat(enter(signed(claims -> claims.claim("tenant", "team-a")))).isPresent();
    for (String other : List.of("acme2", "ACME", "team", "other")) {
      assertThat(enter(signed(claims -> claims.claim("tenant", other)))).as(other).isEmpty();
    }
  }

  @Test
  void the_three_algorithms_are_accepted() {
    JWTClaimsSet claims = good().build();
    assertThat(enter(TestIssuer.sign(JWSAlgorithm.RS256, RSA, claims))).isPresent();
    assertThat(enter(TestIssuer.sign(JWSAlgorithm.PS256, RSA, claims))).isPresent();
    assertThat(enter(TestIssuer.sign(JWSAlgorithm.ES256, EC, claims))).isPresent();
    assertThat(enter(TestIssuer.sign(JWSAlgorithm.RS512, RSA, claims))).isEmpty();
  }

  @Test
  void a_token_without_a_signature_is_rejected() {
    assertThat(enter(new PlainJWT(good().build()).serialize())).isEmpty();
    String token = signed(claims -> claims);
    assertThat(enter(token.substring(0, token.lastIndexOf('.') + 1))).isEmpty();
  }

  @Test
  void a_public_key_is_not_accepted_as_a_shared_secret() throws JOSEException {
    for (byte[] secret :
        List.of(
            RSA.toRSAPublicKey().getEncoded(),
            RSA.toPublicJWK().toJSONString().getBytes(StandardCharsets.UTF_8))) {
      JWSHeader header = new JWSHeader.Builder(JWSAlgorithm.HS256).keyID("rsa-1").build();
      SignedJWT token = new SignedJWT(header, good().build());
      token.sign(new MACSigner(secret));
      assertThat(enter(token.serialize())).isEmpty();
    }
  }

  @Test
  void changed_claims_invalidate_the_signature() {
    String[] good = signed(claims -> claims).split("\\.", -1);
    String[] admin = signed(claims -> claims.claim("roles", List.of("ops"))).split("\\.", -1);
    assertThat(enter(good[0] + "." + admin[1] + "." + good[2])).isEmpty();
  }

  @Test
  void issuer_and_audience_must_match_exactly() {
    assertThat(enter(signed(claims -> claims.issuer(issuer.url() + "/")))).isEmpty();
    assertThat(enter(signed(claims -> claims.issuer(null)))).isEmpty();
    assertThat(enter(signed(claims -> claims.audience("waybill-test")))).isEmpty();
    assertThat(enter(signed(claims -> claims.audience((String) null)))).isEmpty();
    assertThat(enter(signed(claims -> claims.audience(List.of("other", "waybill"))))).isPresent();
  }

  @Test
  void a_token_is_valid_in_its_time_with_a_tolerance_of_one_minute() {
    assertThat(enter(signed(claims -> claims.expirationTime(null)))).isEmpty();
    assertThat(enter(signed(claims -> claims.expirationTime(in(-59))))).isPresent();
    assertThat(enter(signed(claims -> claims.expirationTime(in(-60))))).isEmpty();
    assertThat(enter(signed(claims -> claims.notBeforeTime(in(60))))).isPresent();
    assertThat(enter(signed(claims -> claims.notBeforeTime(in(61))))).isEmpty();
  }

  @Test
  void a_token_without_a_valid_tenant_is_rejected() {
    assertThat(enter(signed(claims -> claims.claim("tenant", null)))).isEmpty();
    assertThat(enter(signed(claims -> claims.claim("tenant", "waybill")))).isEmpty();
    assertThat(enter(signed(claims -> claims.claim("tenant", "no name")))).isEmpty();
    assertThat(enter(signed(claims -> claims.claim("tenant", List.of("acme"))))).isEmpty();
    assertThat(enter(signed(claims -> claims.subject(null)))).isEmpty();
  }

  @Test
  void unmapped_roles_grant_nothing() {
    assertThat(enter(signed(claims -> claims.claim("roles", null)))).isEmpty();
    assertThat(enter(signed(claims -> claims.claim("roles", List.of("root", "admin"))))).isEmpty();
    assertThat(enter(signed(claims -> claims.claim("roles", "dev ops"))).orElseThrow().scopes())
        .isEqualTo(Set.of(Scope.PRODUCE, Scope.READ, Scope.OPERATE));
  }

  @Test
  void roles_can_be_nested_in_the_token() {
    tokens = tokens("realm_access.roles");
    Map<String, Object> access = Map.of("roles", List.of("ops"));
    assertThat(enter(signed(claims -> claims.claim("realm_access", access)))).isPresent();
    assertThat(enter(signed(claims -> claims.claim("realm_access", "ops")))).isEmpty();
  }

  @Test
  void the_type_must_be_that_of_an_access_token() {
    assertThat(enter(typed("at+jwt"))).isPresent();
    assertThat(enter(typed("JWT"))).isPresent();
    assertThat(enter(typed("logout+jwt"))).isEmpty();
  }

  @Test
  void keys_come_from_the_issuer_and_never_from_the_token() {
    JWSHeader header =
        new JWSHeader.Builder(JWSAlgorithm.RS256)
            .keyID("rsa-1")
            .jwk(OTHER_RSA.toPublicJWK())
            .jwkURL(URI.create(issuer.url() + "/elsewhere"))
            .build();
    assertThat(enter(TestIssuer.sign(header, OTHER_RSA, good().build()))).isEmpty();
    JWSHeader nameless = new JWSHeader.Builder(JWSAlgorithm.RS256).build();
    assertThat(enter(TestIssuer.sign(nameless, RSA, good().build()))).isEmpty();
  }

  @Test
  void a_key_is_accepted_for_its_own_use_and_algorithm_only() throws JOSEException {
    RSAKey forPs = new RSAKey.Builder(RSA).algorithm(JWSAlgorithm.PS256).keyID("ps").build();
    RSAKey forSecrets = new RSAKey.Builder(RSA).keyUse(KeyUse.ENCRYPTION).keyID("enc").build();
    issuer.publishes(forPs.toPublicJWK(), forSecrets.toPublicJWK(), EC.toPublicJWK());
    JWTClaimsSet claims = good().build();
    assertThat(enter(TestIssuer.sign(JWSAlgorithm.PS256, forPs, claims))).isPresent();
    assertThat(enter(withKid(JWSAlgorithm.RS256, "ps", claims))).isEmpty();
    assertThat(enter(withKid(JWSAlgorithm.RS256, "enc", claims))).isEmpty();
    assertThat(enter(withKid(JWSAlgorithm.RS256, "ec-1", claims))).isEmpty();
  }

  @Test
  void unknown_keys_cause_at_most_two_requests_per_minute_to_the_issuer() {
    assertThat(enter(signed(claims -> claims))).isPresent();
    for (int i = 0; i < 100; i++) {
      assertThat(enter(withKid(JWSAlgorithm.RS256, "made-up-" + i, good().build()))).isEmpty();
    }
    assertThat(issuer.fetches).hasValue(1);
    clock.advance(Duration.ofSeconds(30));
    assertThat(enter(withKid(JWSAlgorithm.RS256, "made-up", good().build()))).isEmpty();
    assertThat(issuer.fetches).hasValue(2);
  }

  @Test
  void new_keys_are_found_and_withdrawn_ones_are_dropped() {
    assertThat(enter(signed(claims -> claims))).isPresent();
    issuer.publishes(OTHER_RSA.toPublicJWK());
    clock.advance(Duration.ofSeconds(30));
    assertThat(enter(TestIssuer.sign(JWSAlgorithm.RS256, OTHER_RSA, good().build()))).isPresent();
    assertThat(enter(signed(claims -> claims))).isEmpty();
  }

  @Test
  void a_withdrawn_key_is_dropped_within_ten_minutes_without_other_requests() {
    assertThat(enter(signed(claims -> claims))).isPresent();
    issuer.publishes(OTHER_RSA.toPublicJWK());
    clock.advance(Duration.ofMinutes(10));
    assertThat(enter(signed(claims -> claims))).isEmpty();
  }

  @Test
  void known_keys_stay_valid_while_the_issuer_is_unavailable() {
    assertThat(enter(signed(claims -> claims))).isPresent();
    issuer.close();
    clock.advance(Duration.ofHours(1));
    assertThat(enter(signed(claims -> claims))).isPresent();
    assertUndecided(withKid(JWSAlgorithm.RS256, "perhaps-new", good().build()));
  }

  @Test
  void an_issuer_that_never_answered_leaves_the_caller_undecided() {
    issuer.answers(500);
    String token = signed(claims -> claims);
    assertUndecided(token);
    issuer.answers(200);
    assertUndecided(token);
    clock.advance(Duration.ofSeconds(5));
    assertThat(enter(signed(claims -> claims))).isPresent();
  }

  @Test
  void an_issuer_that_answers_too_slowly_is_given_up() throws IOException {
    try (ServerSocket dripping = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual().start(() -> answerWithoutAnEnd(dripping));
      URI address = URI.create("http://127.0.0.1:" + dripping.getLocalPort() + "/keys");
      IssuerDocuments documents =
          new IssuerDocuments("https://issuer.example", address, Duration.ofMillis(200));
      assertThatThrownBy(documents::keys).isInstanceOf(IssuerUnavailable.class);
    }
  }

  /// Sends the headers, but not the body.
  private static void answerWithoutAnEnd(ServerSocket dripping) {
    try {
      Socket caller = dripping.accept();
      caller
          .getOutputStream()
          .write(
              "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{".getBytes(StandardCharsets.UTF_8));
      caller.getInputStream().readAllBytes();
    } catch (IOException over) {
      // the caller has disconnected
    }
  }

  @Test
  void keys_that_cannot_be_parsed_count_as_a_fetch() {
    AtomicInteger tries = new AtomicInteger();
    IssuerKeys keys =
        new IssuerKeys(
            () -> {
              tries.incrementAndGet();
              throw new IllegalStateException("odd");
            },
            clock);
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> keys.find("a")).isInstanceOf(IssuerUnavailable.class);
    }
    assertThat(tries).hasValue(1);
  }

  @Test
  void metadata_of_another_issuer_is_rejected() {
    issuer.claimsToBe("https://issuer.example");
    assertUndecided(signed(claims -> claims));
  }

  @Test
  void keys_can_be_fetched_from_a_configured_address() {
    issuer.claimsToBe("nobody");
    tokens = OidcTokens.of(settings("roles", URI.create(issuer.url() + "/keys")), clock);
    assertThat(enter(signed(claims -> claims))).isPresent();
  }

  @Test
  void keys_are_fetched_over_https_or_from_a_loopback_address() {
    assertThat(IssuerDocuments.isSafe(URI.create("https://issuer.example/keys"))).isTrue();
    assertThat(IssuerDocuments.isSafe(URI.create("http://127.0.0.1:1/keys"))).isTrue();
    assertThat(IssuerDocuments.isSafe(URI.create("http://192.0.2.1/keys"))).isFalse();
    assertThat(IssuerDocuments.isSafe(URI.create("file:///etc/keys"))).isFalse();
  }

  @Test
  void malformed_tokens_are_rejected() {
    for (String text : List.of("", ".", "..", "a.b.c", "x".repeat(20_000), "\u0000")) {
      assertThat(enter(text)).isEmpty();
    }
    assertThat(tokens.authenticate(new Credentials(null))).isEmpty();
  }

  private void assertUndecided(String token) {
    assertThatThrownBy(() -> enter(token)).isInstanceOf(IssuerUnavailable.class);
  }

  private OidcTokens tokens(String rolesClaim) {
    return OidcTokens.of(settings(rolesClaim, null), clock);
  }

  private OidcSettings settings(String rolesClaim, @Nullable URI keysAt) {
    RoleMapping roles = RoleMapping.parse("dev=produce,read; ops=operate");
    return new OidcSettings(
        issuer.url(),
        "waybill",
        keysAt,
        new OidcSettings.Names("tenant", rolesClaim),
        tenants,
        roles);
  }

  private Optional<Caller> enter(String token) {
    return tokens.authenticate(new Credentials("Bearer " + token));
  }

  private String signed(UnaryOperator<JWTClaimsSet.Builder> change) {
    return TestIssuer.sign(JWSAlgorithm.RS256, RSA, change.apply(good()).build());
  }

  private static String withKid(JWSAlgorithm algorithm, String kid, JWTClaimsSet claims) {
    return TestIssuer.sign(new JWSHeader.Builder(algorithm).keyID(kid).build(), RSA, claims);
  }

  private String typed(String type) {
    JWSHeader header =
        new JWSHeader.Builder(JWSAlgorithm.RS256)
            .keyID("rsa-1")
            .type(new JOSEObjectType(type))
            .build();
    return TestIssuer.sign(header, RSA, good().build());
  }

  private JWTClaimsSet.Builder good() {
    return new JWTClaimsSet.Builder()
        .issuer(issuer.url())
        .audience("waybill")
        .subject("ada")
        .expirationTime(in(7_200))
        .claim("tenant", "acme")
        .claim("roles", List.of("dev", "unheard-of"));
  }

  private Date in(int seconds) {
    return Date.from(clock.instant().plusSeconds(seconds));
  }

  private static RSAKey rsa(String id, int bits) {
    try {
      return new RSAKeyGenerator(bits).keyID(id).generate();
    } catch (JOSEException failed) {
      throw new AssertionError(failed);
    }
  }

  private static ECKey ec() {
    try {
      return new ECKeyGenerator(Curve.P_256).keyID("ec-1").generate();
    } catch (JOSEException failed) {
      throw new AssertionError(failed);
    }
  }
}
