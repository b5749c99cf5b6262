package dev.waybill.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Publishes invalid events to a running server with one queue that subscribes to all events.
final class BadEvents implements AutoCloseable {

  private static final String TOPIC = "/v1/topics/t";

  private final Running running;
  private final String good;

  BadEvents(Path folder, String good) {
    this.running = Running.in(folder);
    this.good = good;
    put(TOPIC, "{}");
    put(TOPIC + "/subscriptions/all", "{\"queue\":\"q\"}");
  }

  /// The valid event with one part replaced.
  String with(String part, @Nullable String instead) {
    assertThat(good).containsOnlyOnce(part);
    return good.replace(part, instead == null ? "" : instead);
  }

  Running.Answer publish(String body) {
    return running.post(TOPIC + "/events", body);
  }

  /// Asserts that nothing is stored and that the answer points to the error.
  void refused(String body, String code, String pointer) {
    long before = running.waybill().stats("q").waiting();
    Running.Answer answer = publish(body);
    Tree problem = answer.json();
    assertThat(answer.status()).as(answer.body()).isEqualTo(status(code));
    assertThat(problem.at("code").text()).isEqualTo(code);
    assertThat(problem.at("retryable").flag()).isFalse();
    assertThat(problem.at("errors", 0, "pointer").text()).isEqualTo(pointer);
    assertThat(problem.at("errors", 0, "code").text()).isEqualTo(code);
    assertThat(running.waybill().stats("q").waiting()).isEqualTo(before);
  }

  private static int status(String code) {
    return switch (code) {
      case "schema_violation" -> 422;
      case "payload_too_large" -> 413;
      default -> 400;
    };
  }

  private void put(String path, String json) {
    Running.Answer answer =
        running.send(
            path,
            request ->
                request
                    .header("Content-Type", "application/json")
                    .PUT(BodyPublishers.ofString(json)));
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
  }

  @Override
  public void close() {
    running.close();
  }
}
