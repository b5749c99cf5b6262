package dev.waybill.messages.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Payload;
import dev.waybill.conformance.Seed;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// What every reader of webhooks does: a genuine call is read, and no changed call is.
public abstract class WebhookReaderTests {

  private static final int LEAST_CHANGES = 40;

  /// A genuine call.
  protected abstract WebhookRequest genuine();

  /// The time at which it is genuine.
  protected abstract Instant now();

  protected abstract WebhookReader reader();

  /// A reader with another secret.
  protected abstract WebhookReader stranger();

  /// The headers that are verified.
  protected abstract List<String> headers();

  /// How long the call is genuine; zero if the provider sends no time.
  protected abstract Duration tolerance();

  /// Changed bodies by name; every change by default. Overridden if the body is not signed.
  protected Map<String, String> bodies() {
    return changes("body", genuine().body().text());
  }

  protected boolean isBodyVerified() {
    return true;
  }

  @Test
  @Seed("S2.19")
  void a_genuine_call_is_read() throws Exception {
    assertThat(reader().read(genuine(), now())).isInstanceOf(WebhookResult.Genuine.class);
  }

  @Test
  void a_call_with_another_secret_is_refused() throws Exception {
    assertRefused(stranger(), genuine(), now());
  }

  @Test
  void an_old_and_a_future_call_are_refused() throws Exception {
    if (!tolerance().isZero()) {
      Instant sent = now();
      for (Duration age :
          List.of(Duration.ofSeconds(2), Duration.ofDays(1), Duration.ofDays(9_000))) {
        assertRefused(reader(), genuine(), sent.plus(tolerance()).plus(age));
        assertRefused(reader(), genuine(), sent.minus(tolerance()).minus(age));
      }
    }
  }

  @TestFactory
  @Seed("S2.19")
  Stream<DynamicTest> changed_calls_are_refused() {
    Map<String, WebhookRequest> changed = changedCalls();
    assertThat(changed).hasSizeGreaterThanOrEqualTo(LEAST_CHANGES);
    return changed.entrySet().stream()
        .map(
            entry ->
                DynamicTest.dynamicTest(
                    entry.getKey(), () -> assertRefused(reader(), entry.getValue(), now())));
  }

  private Map<String, WebhookRequest> changedCalls() {
    Map<String, WebhookRequest> all = new LinkedHashMap<>();
    for (String name : headers()) {
      String value = genuine().header(name).orElseThrow();
      all.put(name + " missing", withHeader(name, List.of()));
      all.put(name + " twice", withHeader(name, List.of(value, value)));
      all.put(name + " twice, one wrong", withHeader(name, List.of(value, "x")));
      changes(name, value)
          .forEach((change, text) -> all.put(change, withHeader(name, List.of(text))));
    }
    bodies().forEach((change, body) -> all.put(change, withBody(Payload.of(body))));
    if (isBodyVerified()) {
      byte[] utf16 = genuine().body().text().getBytes(StandardCharsets.UTF_16);
      all.put("body in UTF-16", withBody(Payload.of(utf16)));
      all.put("body empty", withBody(Payload.empty()));
    }
    return all;
  }

  /// The text with a change in every place, and in its length, case and encoding.
  protected static Map<String, String> changes(String name, String text) {
    Map<String, String> all = new LinkedHashMap<>();
    int step = Math.max(1, text.length() / 24);
    for (int i = 0; i < text.length(); i += step) {
      all.put(name + " changed at " + i, changedAt(text, i));
    }
    all.put(name + " changed at the end", changedAt(text, text.length() - 1));
    all.put(name + " cut", text.substring(0, text.length() - 1));
    all.put(name + " cut in front", text.substring(1));
    all.put(name + " halved", text.substring(0, text.length() / 2));
    all.put(name + " doubled", text + text);
    all.put(name + " with a zero byte", text + "\0");
    all.put(name + " with a letter in front", "x" + text);
    all.put(name + " reversed", new StringBuilder(text).reverse().toString());
    all.put(name + " as hexadecimal", String.format("%x", text.hashCode()));
    all.put(name + " in upper case", text.toUpperCase(Locale.ROOT));
    all.put(name + " in lower case", text.toLowerCase(Locale.ROOT));
    all.values().removeIf(text::equals);
    return all;
  }

  /// Another character of the same kind, so that the format stays valid.
  private static String changedAt(String text, int index) {
    char c = text.charAt(index);
    char other = Character.isDigit(c) ? (char) ('0' + (c - '0' + 1) % 10) : c == 'a' ? 'b' : 'a';
    return text.substring(0, index) + other + text.substring(index + 1);
  }

  private WebhookRequest withHeader(String name, List<String> values) {
    Map<String, List<String>> headers = new HashMap<>(genuine().headers());
    headers.put(name.toLowerCase(Locale.ROOT), values);
    return new WebhookRequest(headers, genuine().query(), genuine().body());
  }

  protected WebhookRequest withBody(Payload body) {
    return new WebhookRequest(genuine().headers(), genuine().query(), body);
  }

  private static void assertRefused(WebhookReader reader, WebhookRequest request, Instant now)
      throws InterruptedException {
    assertThat(reader.read(request, now)).isInstanceOf(WebhookResult.NotGenuine.class);
  }

  protected static WebhookRequest request(Map<String, String> headers, String body) {
    Map<String, List<String>> all = new HashMap<>();
    headers.forEach((name, value) -> all.put(name.toLowerCase(Locale.ROOT), List.of(value)));
    return new WebhookRequest(all, "", Payload.of(body));
  }

  protected List<ProviderReport> reports(WebhookRequest request) throws InterruptedException {
    return new ArrayList<>(((WebhookResult.Genuine) reader().read(request, now())).reports());
  }
}
