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
  void a_good_token_says_who_is_calling_and_what_their_roles_allow() {
    assertThat(enter(signed(claims -> claims)))
        .contains(new Caller("acme", "oidc:ada", EnumSet.of(Scope.PRODUCE, Scope.READ)));
  }

  @Test
  void the_tenant_that_operates_the_server_is_open_to_tokens_only_where_listed() {
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
  void tenants_are_listed_by_name_or_by_beginning() {
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
  void a_token_without_a_signature_lets_nobody_in() {
    assertThat(enter(new PlainJWT(good().build()).serialize())).isEmpty();
    String token = signed(claims -> claims);
    assertThat(enter(token.substring(0, token.lastIndexOf('.') + 1))).isEmpty();
  }

  @Test
  void a_public_key_is_no_shared_secret() throws JOSEException {
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
  void changed_claims_break_the_signature() {
    String[] good = signed(claims -> claims).split("\\.", -1);
    String[] admin = signed(claims -> claims.claim("roles", List.of("ops"))).split("\\.", -1);
    assertThat(enter(good[0] + "." + admin[1] + "." + good[2])).isEmpty();
  }

  @Test
  void issuer_and_audience_must_be_exactly_ours() {
    assertThat(enter(signed(claims -> claims.issuer(issuer.url() + "/")))).isEmpty();
    assertThat(enter(signed(claims -> claims.issuer(null)))).isEmpty();
    assertThat(enter(signed(claims -> claims.audience("waybill-test")))).isEmpty();
    assertThat(enter(signed(claims -> claims.audience((String) null)))).isEmpty();
    assertThat(enter(signed(claims -> claims.audience(List.of("other", "waybill"))))).isPresent();
  }

  @Test
  void a_token_holds_in_its_time_give_or_take_a_minute() {
    assertThat(enter(signed(claims -> claims.expirationTime(null)))).isEmpty();
    assertThat(enter(signed(claims -> claims.expirationTime(in(-59))))).isPresent();
    assertThat(enter(signed(claims -> claims.expirationTime(in(-60))))).isEmpty();
    assertThat(enter(signed(claims -> claims.notBeforeTime(in(60))))).isPresent();
    assertThat(enter(signed(claims -> claims.notBeforeTime(in(61))))).isEmpty();
  }

  @Test
  void a_token_without_a_tenant_or_with_one_that_cannot_be_lets_nobody_in() {
    assertThat(enter(signed(claims -> claims.claim("tenant", null)))).isEmpty();
    assertThat(enter(signed(claims -> claims.claim("tenant", "waybill")))).isEmpty();
    assertThat(enter(signed(claims -> claims.claim("tenant", "no name")))).isEmpty();
    assertThat(enter(signed(claims -> claims.claim("tenant", List.of("acme"))))).isEmpty();
    assertThat(enter(signed(claims -> claims.subject(null)))).isEmpty();
  }

  @Test
  void roles_that_are_not_mapped_allow_nothing() {
    assertThat(enter(signed(claims -> claims.claim("roles", null)))).isEmpty();
    assertThat(enter(signed(claims -> claims.claim("roles", List.of("root", "admin"))))).isEmpty();
    assertThat(enter(signed(claims -> claims.claim("roles", "dev ops"))).orElseThrow().scopes())
        .isEqualTo(Set.of(Scope.PRODUCE, Scope.READ, Scope.OPERATE));
  }

  @Test
  void roles_can_be_deeper_in_the_token() {
    tokens = tokens("realm_access.roles");
    Map<String, Object> access = Map.of("roles", List.of("ops"));
    assertThat(enter(signed(claims -> claims.claim("realm_access", access)))).isPresent();
    assertThat(enter(signed(claims -> claims.claim("realm_access", "ops")))).isEmpty();
  }

  @Test
  void the_type_must_be_one_of_a_token_for_access() {
    assertThat(enter(typed("at+jwt"))).isPresent();
    assertThat(enter(typed("JWT"))).isPresent();
    assertThat(enter(typed("logout+jwt"))).isEmpty();
  }

  @Test
  void a_key_comes_from_the_issuer_and_never_from_the_token() {
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
  void a_key_is_good_for_what_it_was_made_for_alone() throws JOSEException {
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
  void unknown_keys_make_the_issuer_be_asked_twice_a_minute_at_most() {
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
  void new_keys_are_found_and_withdrawn_ones_go() {
    assertThat(enter(signed(claims -> claims))).isPresent();
    issuer.publishes(OTHER_RSA.toPublicJWK());
    clock.advance(Duration.ofSeconds(30));
    assertThat(enter(TestIssuer.sign(JWSAlgorithm.RS256, OTHER_RSA, good().build()))).isPresent();
    assertThat(enter(signed(claims -> claims))).isEmpty();
  }

  @Test
  void a_withdrawn_key_goes_within_ten_minutes_though_nobody_asks_for_another() {
    assertThat(enter(signed(claims -> claims))).isPresent();
    issuer.publishes(OTHER_RSA.toPublicJWK());
    clock.advance(Duration.ofMinutes(10));
    assertThat(enter(signed(claims -> claims))).isEmpty();
  }

  @Test
  void known_keys_stay_good_while_the_issuer_is_away() {
    assertThat(enter(signed(claims -> claims))).isPresent();
    issuer.close();
    clock.advance(Duration.ofHours(1));
    assertThat(enter(signed(claims -> claims))).isPresent();
    assertUndecided(withKid(JWSAlgorithm.RS256, "perhaps-new", good().build()));
  }

  @Test
  void an_issuer_that_never_answered_leaves_it_open_who_is_calling() {
    issuer.answers(500);
    String token = signed(claims -> claims);
    assertUndecided(token);
    issuer.answers(200);
    assertUndecided(token);
    clock.advance(Duration.ofSeconds(5));
    assertThat(enter(signed(claims -> claims))).isPresent();
  }

  @Test
  void an_issuer_whose_answer_drips_is_not_waited_for() throws IOException {
    try (ServerSocket dripping = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual().start(() -> answerWithoutAnEnd(dripping));
      URI address = URI.create("http://127.0.0.1:" + dripping.getLocalPort() + "/keys");
      IssuerDocuments documents =
          new IssuerDocuments("https://issuer.example", address, Duration.ofMillis(200));
      assertThatThrownBy(documents::keys).isInstanceOf(IssuerUnavailable.class);
    }
  }

  /// The headers, and then nothing of the body that they promise.
  private static void answerWithoutAnEnd(ServerSocket dripping) {
    try {
      Socket caller = dripping.accept();
      caller
          .getOutputStream()
          .write(
              "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{".getBytes(StandardCharsets.UTF_8));
      caller.getInputStream().readAllBytes();
    } catch (IOException over) {
      // the caller has hung up
    }
  }

  @Test
  void keys_that_cannot_be_parsed_count_as_a_try() {
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
  void an_issuer_that_describes_another_is_not_believed() {
    issuer.claimsToBe("https://issuer.example");
    assertUndecided(signed(claims -> claims));
  }

  @Test
  void keys_can_be_fetched_from_a_configured_place() {
    issuer.claimsToBe("nobody");
    tokens = OidcTokens.of(settings("roles", URI.create(issuer.url() + "/keys")), clock);
    assertThat(enter(signed(claims -> claims))).isPresent();
  }

  @Test
  void keys_are_fetched_over_https_or_from_this_machine() {
    assertThat(IssuerDocuments.isSafe(URI.create("https://issuer.example/keys"))).isTrue();
    assertThat(IssuerDocuments.isSafe(URI.create("http://127.0.0.1:1/keys"))).isTrue();
    assertThat(IssuerDocuments.isSafe(URI.create("http://192.0.2.1/keys"))).isFalse();
    assertThat(IssuerDocuments.isSafe(URI.create("file:///etc/keys"))).isFalse();
  }

  @Test
  void rubbish_lets_nobody_in() {
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
