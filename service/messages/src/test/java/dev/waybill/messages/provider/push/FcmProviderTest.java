package dev.waybill.messages.provider.push;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.WaybillException;
import dev.waybill.conformance.Seed;
import dev.waybill.message.ProviderState;
import dev.waybill.messages.http.Endpoint;
import dev.waybill.messages.provider.HandoffResult;
import dev.waybill.messages.provider.HttpProviderTests;
import dev.waybill.messages.provider.MessageProvider;
import dev.waybill.messages.provider.OutgoingMessage;
import dev.waybill.messages.provider.Sent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.Duration;
import java.util.Base64;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

final class FcmProviderTest extends HttpProviderTests {

  private static final KeyPair KEYS = keys();

  private @TempDir Path folder;
  private Endpoint issuer;

  @BeforeEach
  void openIssuer() throws Exception {
    issuer = new Endpoint();
    issuer.answers(200, "{\"access_token\":\"ya29.token\",\"expires_in\":3599}");
    String pem =
        "-----BEGIN PRIVATE KEY-----\\n"
            + Base64.getEncoder().encodeToString(KEYS.getPrivate().getEncoded())
            + "\\n-----END PRIVATE KEY-----\\n";
    Files.writeString(
        file(),
        """
        {"type":"service_account","project_id":"demo","client_email":"a@demo.iam.example.org",
         "private_key":"%s","token_uri":"%s/token"}\
        """
            .formatted(pem, issuer.address()));
  }

  @AfterEach
  void closeIssuer() {
    issuer.close();
  }

  private Path file() {
    return folder.resolve("account.json");
  }

  private static KeyPair keys() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(2_048);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException missing) {
      throw new IllegalStateException(missing);
    }
  }

  @Override
  protected String address() {
    return "fcm:?credentials=" + Sent.encoded(file()) + "&url=" + Sent.encoded(endpoint.address());
  }

  @Override
  protected OutgoingMessage message() {
    return Sent.message("push", "device-token-1");
  }

  @Test
  @Seed("S2.1")
  void a_message_is_sent_as_documented() throws Exception {
    endpoint.answers(200, "{\"name\":\"projects/demo/messages/0:1\"}");
    assertThat(send())
        .isEqualTo(
            new HandoffResult.Accepted("projects/demo/messages/0:1", ProviderState.ACCEPTED));
    assertThat(asked().path()).isEqualTo("/v1/projects/demo/messages:send");
    assertThat(asked().headers()).containsEntry("authorization", "Bearer ya29.token");
    assertThat(Sent.json(asked().body().text()))
        .isEqualTo(
            Sent.json(
                """
                {"message":{"token":"device-token-1",
                 "notification":{"title":"Olá ☀","body":"Bom dia"},
                 "data":{"message_id":"m-1","attempt_id":"0123456789abcdef0123456789abcdef",
                         "order":"42"}}}\
                """));
  }

  @Test
  void the_token_is_asked_for_with_a_signed_jwt() throws Exception {
    send();
    String form = issuer.asked().getFirst().body().text();
    assertThat(form)
        .startsWith("grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion=");
    String[] jwt = form.substring(form.indexOf("assertion=") + 10).split("\\.", -1);
    Signature verifier = Signature.getInstance("SHA256withRSA");
    verifier.initVerify(KEYS.getPublic());
    verifier.update((jwt[0] + '.' + jwt[1]).getBytes(StandardCharsets.US_ASCII));
    assertThat(verifier.verify(Base64.getUrlDecoder().decode(jwt[2]))).isTrue();
    assertThat(decoded(jwt[0])).isEqualTo(Sent.json("{\"alg\":\"RS256\",\"typ\":\"JWT\"}"));
    assertThat(decoded(jwt[1]))
        .isEqualTo(
            Sent.json(
                """
                {"iss":"a@demo.iam.example.org",
                 "scope":"https://www.googleapis.com/auth/firebase.messaging",
                 "aud":"%s/token","iat":1893456000,"exp":1893459600}\
                """
                    .formatted(issuer.address())));
  }

  private static JsonNode decoded(String part) {
    return Sent.json(new String(Base64.getUrlDecoder().decode(part), StandardCharsets.UTF_8));
  }

  @Test
  void a_token_is_used_until_shortly_before_it_expires() throws Exception {
    MessageProvider provider = provider();
    provider.send(message());
    provider.send(message());
    assertThat(issuer.asked()).hasSize(1);
    clock.advance(Duration.ofMinutes(56));
    provider.send(message());
    assertThat(issuer.asked()).hasSize(2);
    endpoint.answers(401, "");
    assertThat(provider.send(message())).isInstanceOf(HandoffResult.Refused.class);
    assertThat(issuer.asked()).as("one more, for the second try").hasSize(3);
  }

  @Test
  void a_token_that_became_invalid_early_is_replaced() throws Exception {
    MessageProvider provider = provider();
    provider.send(message());
    issuer.answers(200, "{\"access_token\":\"ya29.next\",\"expires_in\":3599}");
    endpoint.answers(
        exchange -> {
          String token = exchange.getRequestHeaders().getFirst("Authorization");
          boolean isNext = "Bearer ya29.next".equals(token);
          Endpoint.answer(exchange, isNext ? 200 : 401, isNext ? "{\"name\":\"n-1\"}" : "");
        });
    assertThat(provider.send(message()))
        .isEqualTo(new HandoffResult.Accepted("n-1", ProviderState.ACCEPTED));
    assertThat(endpoint.asked()).hasSize(3);
    assertThat(issuer.asked()).hasSize(2);
  }

  @Test
  void without_a_token_nothing_is_sent() throws Exception {
    issuer.answers(500, "");
    assertThat(send()).isInstanceOf(HandoffResult.Retryable.class);
    issuer.answers(200, "{}");
    assertThat(send()).isInstanceOf(HandoffResult.Retryable.class);
    issuer.answers(401, "{\"error\":\"invalid_grant\"}");
    assertThat(send()).isInstanceOf(HandoffResult.Refused.class);
    assertThat(endpoint.asked()).isEmpty();
  }

  @Test
  void unusable_credentials_are_refused_at_the_start() {
    try {
      Files.writeString(file(), "{\"project_id\":\"demo\"}");
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    assertThatThrownBy(() -> provider()).isInstanceOf(WaybillException.class);
    assertThatThrownBy(() -> Sent.provider("fcm:?credentials=/no/such/file", clock))
        .isInstanceOf(WaybillException.class);
  }
}
