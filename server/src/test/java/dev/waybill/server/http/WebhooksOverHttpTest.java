package dev.waybill.server.http;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.waybill.conformance.Seed;
import dev.waybill.message.MessageBody;
import dev.waybill.message.NewMessage;
import dev.waybill.messages.MessagesProvider;
import dev.waybill.messages.http.WebhookSecrets;
import dev.waybill.server.http.api.HttpLimits;
import dev.waybill.settings.Settings;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A message goes out by a real webhook, and the receiver reports back.
final class WebhooksOverHttpTest {

  private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

  private @TempDir Path folder;
  private HttpServer endpoint;
  private Running server;

  @BeforeEach
  void start() throws Exception {
    endpoint = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    endpoint.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    endpoint.start();
    Settings settings =
        Settings.DEFAULT
            .withServiceSetting(MessagesProvider.PROVIDERS, "hooks=webhook:?secret=" + SECRET)
            .withServiceSetting(MessagesProvider.ALLOW_NETWORKS, "127.0.0.0/8");
    server = Running.in(folder, HttpLimits.DEFAULT, settings);
  }

  @AfterEach
  void stop() {
    server.close();
    endpoint.stop(0);
  }

  @Test
  @Seed("S2.19")
  void a_signed_report_changes_the_message_and_a_forged_one_does_not() {
    String url = "http://127.0.0.1:" + endpoint.getAddress().getPort() + "/hook";
    String id =
        server
            .waybill()
            .messages()
            .send(NewMessage.builder("webhook", url).body(MessageBody.ofText("Hi")).build())
            .messageId();
    eventually(() -> assertThat(state(id)).isEqualTo("delivered"));
    String report = "{\"type\":\"message.complaint\",\"data\":{\"message_id\":\"" + id + "\"}}";
    assertThat(post("hooks", report, report + " ")).isEqualTo(401);
    assertThat(state(id)).isEqualTo("delivered");
    assertThat(post("hooks", report, report)).isEqualTo(200);
    assertThat(state(id)).isEqualTo("complaint");
  }

  @Test
  void an_unknown_provider_and_a_large_body_are_refused() {
    assertThat(post("nobody", "{}", "{}")).isEqualTo(404);
    String large = "x".repeat(1024 * 1024 + 1);
    assertThat(post("hooks", large, large)).isEqualTo(413);
  }

  private String state(String id) {
    return server.waybill().messages().find(id).orElseThrow().provider().state();
  }

  private int post(String provider, String signed, String sent) {
    Instant now = Instant.now();
    String signature =
        WebhookSecrets.parse(List.of(SECRET))
            .sign("e-1", now, signed.getBytes(StandardCharsets.UTF_8));
    return server
        .send(
            "/v1/webhooks/" + provider,
            request ->
                request
                    .POST(BodyPublishers.ofString(sent))
                    .header("Content-Type", "text/plain; charset=UTF-8")
                    .header("webhook-id", "e-1")
                    .header("webhook-timestamp", Long.toString(now.getEpochSecond()))
                    .header("webhook-signature", signature))
        .status();
  }
}
