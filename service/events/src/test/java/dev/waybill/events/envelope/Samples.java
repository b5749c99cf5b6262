package dev.waybill.events.envelope;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.Payload;
import dev.waybill.WaybillException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import tools.jackson.databind.JsonNode;

/// The unchanged examples of the specification.
final class Samples {

  static final String SCHEDULED = text("scheduled-message.json");
  static final String MANUAL = text("manual-message.json");
  static final String FREE_FOOD = text("free-food-event.json");
  static final String TOPIC = SnsNotification.topicArn("acme", "rez-agent-messages-dev");

  private Samples() {}

  /// The example of a notification with this message.
  static String notification(String message) {
    String quoted = StrictJson.MAPPER.writeValueAsString(message);
    return text("notification.json").replace("\"{...SNS message body...}\"", quoted);
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static JsonNode tree(Payload json) {
    return StrictJson.MAPPER.readTree(json.bytes());
  }

  /// The only event of a body without headers.
  static Envelope read(String body) {
    return Envelopes.read("application/json", Map.of(), bytes(body)).getFirst();
  }

  static String refusal(ThrowingCallable call) {
    return String.valueOf(refused(call).getMessage());
  }

  static WaybillException refused(ThrowingCallable call) {
    return Objects.requireNonNull(
        catchThrowableOfType(WaybillException.class, call), "nothing was refused");
  }

  private static String text(String name) {
    try (InputStream in = Samples.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
