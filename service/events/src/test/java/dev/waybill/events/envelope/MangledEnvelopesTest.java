package dev.waybill.events.envelope;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.topic.Subscription.Format;
import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Any input is read or refused; there are no other failures.
final class MangledEnvelopesTest {

  private static final long SEED = 20_251_102;
  private static final int ROUNDS = 5_000;

  private static final List<String> TOKENS =
      List.of(
          "null",
          "{}",
          "[]",
          "\"\"",
          "1e999999999",
          "-0.0",
          "true",
          "{",
          "}",
          "[",
          "\"",
          ",",
          ":",
          "\\u0000",
          "\\ud800",
          "\"1.0\"",
          "\"retries\":",
          "\"metadata\":",
          "\"Type\":",
          "\"Message\":",
          "\"data\":",
          "\"data_base64\":",
          "\"time\":",
          "\"é\"",
          "99999999999999");

  private static final String STRUCTURED =
      "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"s\",\"type\":\"t\",\"ext\":5,"
          + "\"time\":\"2018-04-05T17:31:00Z\",\"data\":{\"a\":[1,2.50]}}";

  private static final List<String> WHOLE =
      List.of(
          Samples.SCHEDULED,
          Samples.FREE_FOOD,
          Samples.notification(Samples.MANUAL),
          STRUCTURED,
          "[" + STRUCTURED + "," + STRUCTURED + "]");

  private final Random random = new Random(SEED);
  private int taken;
  private int refused;

  @Test
  @Timeout(120)
  void mangled_events_are_read_or_refused() {
    for (int i = 0; i < ROUNDS; i++) {
      byte[] body = mangled();
      attempt(body, () -> readAndWrite(body));
      attempt(body, () -> failTwice(body));
    }
    assertThat(taken).as("events that were still readable").isGreaterThan(ROUNDS / 20);
    assertThat(refused).as("events that were refused").isGreaterThan(ROUNDS);
  }

  private void attempt(byte[] body, Runnable reading) {
    try {
      reading.run();
      taken++;
    } catch (WaybillException inWords) {
      assertThat(inWords.getMessage()).isNotBlank();
      refused++;
    } catch (RuntimeException other) {
      throw new AssertionError("seed " + SEED + ": " + new String(body, UTF_8), other);
    }
  }

  private void readAndWrite(byte[] body) {
    for (Envelope event : Envelopes.read(contentType(), headers(), body)) {
      for (Format format : Format.values()) {
        Envelopes.write(event, format, Samples.TOPIC);
      }
      CloudEvent mapped = CloudEventMapping.toCloudEvent(event, Samples.TOPIC);
      assertThat(CloudEventJson.read(CloudEventJson.write(mapped))).isEqualTo(mapped);
      if (event.mode() == Envelope.Mode.BARE) {
        assertThat(event.body().bytes()).isEqualTo(body);
      }
    }
  }

  private static void failTwice(byte[] body) {
    ConsumedEvent before = ConsumedEvent.read(Payload.of(body));
    Instant now = Instant.EPOCH;
    ConsumedEvent after = ConsumedEvent.read(before.failed("first", now));
    assertThat(after.retries()).isEqualTo(before.retries() + 1);
    ConsumedEvent.read(after.failed("second", now));
  }

  private String contentType() {
    return List.of("application/json", "", CloudEvent.STRUCTURED, CloudEvent.BATCH, "text/xml")
        .get(random.nextInt(10) < 6 ? 0 : random.nextInt(5));
  }

  private Map<String, String> headers() {
    if (random.nextInt(8) > 0) {
      return Map.of();
    }
    Map<String, String> headers = new HashMap<>();
    for (String name : List.of("specversion", "id", "source", "type", "time", "x_y", "")) {
      if (random.nextInt(5) > 0) {
        headers.put("ce-" + name, List.of("1.0", "", "%", "%C0", "\"\\\"").get(random.nextInt(5)));
      }
    }
    return headers;
  }

  private byte[] mangled() {
    byte[] body = Samples.bytes(WHOLE.get(random.nextInt(WHOLE.size())));
    int changes = random.nextInt(4);
    for (int i = 0; i < changes; i++) {
      body = changed(body);
    }
    return body;
  }

  private byte[] changed(byte[] body) {
    int from = random.nextInt(body.length + 1);
    int to = Math.min(body.length, from + random.nextInt(1 + random.nextInt(40)));
    return switch (random.nextInt(5)) {
      case 0 -> joined(body, from, new byte[0], to);
      case 1 -> joined(body, from, Samples.bytes(TOKENS.get(random.nextInt(TOKENS.size()))), to);
      case 2 -> joined(body, from, new byte[] {(byte) random.nextInt(256)}, to);
      case 3 -> joined(body, to, body, from);
      default -> values(body);
    };
  }

  /// Replaces one value by a token and keeps the rest well-formed.
  private byte[] values(byte[] body) {
    List<Integer> colons = new ArrayList<>();
    for (int i = 0; i < body.length; i++) {
      if (body[i] == ':' && i > 0 && body[i - 1] == '"') {
        colons.add(i + 1);
      }
    }
    if (colons.isEmpty()) {
      return body;
    }
    int from = colons.get(random.nextInt(colons.size()));
    int to = from;
    while (to < body.length && ",}\n".indexOf(body[to]) < 0) {
      to++;
    }
    return joined(body, from, Samples.bytes(TOKENS.get(random.nextInt(TOKENS.size()))), to);
  }

  private static byte[] joined(byte[] body, int head, byte[] middle, int tail) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(body, 0, head);
    out.writeBytes(middle);
    out.write(body, tail, body.length - tail);
    return out.toByteArray();
  }
}
