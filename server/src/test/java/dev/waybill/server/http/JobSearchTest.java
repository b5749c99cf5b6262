package dev.waybill.server.http;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.NewJob;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `GET /v1/jobs?q=`.
final class JobSearchTest {

  private @TempDir Path folder;

  @Test
  void jobs_are_found_by_words_with_the_other_filters_and_after_a_restart() {
    try (Running running = Running.in(folder)) {
      enqueue(running, "billing", "{\"customer\":\"Ada Lovelace\"}");
      enqueue(running, "support", "{\"customer\":\"Ada Byron\"}");
      eventually(() -> assertThat(queues(running, "q=ada")).containsExactly("support", "billing"));
      assertThat(queues(running, "q=" + encoded("\"ada love\"*"))).containsExactly("billing");
      assertThat(queues(running, "q=ada&queue=support")).containsExactly("support");
      assertThat(queues(running, "q=ada&state=dead")).isEmpty();
    }
    try (Running running = Running.in(folder)) {
      enqueue(running, "late", "ada again");
      eventually(
          () -> assertThat(queues(running, "q=ada")).containsExactly("late", "support", "billing"));
    }
  }

  @Test
  void pages_continue_by_cursor() {
    try (Running running = Running.in(folder)) {
      IntStream.range(0, 5).forEach(i -> enqueue(running, "q" + i, "paged"));
      eventually(() -> assertThat(queues(running, "q=paged")).hasSize(5));
      Tree first = running.get("/v1/jobs?q=paged&limit=3").json();
      String cursor = "&cursor=" + encoded(first.at("next_cursor").text());
      assertThat(queues(running, "q=paged&limit=3" + cursor)).containsExactly("q1", "q0");
      Running.Answer other = running.get("/v1/jobs?q=other&limit=3" + cursor);
      assertThat(other.code()).isEqualTo("invalid_cursor");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "*", "a b c d e f g h i j k l m n o p q"})
  void an_invalid_search_is_refused_with_its_pointer(String words) {
    try (Running running = Running.in(folder)) {
      Running.Answer answer = running.get("/v1/jobs?q=" + encoded(words));
      assertThat(answer.code()).as(answer.body()).isEqualTo("invalid_argument");
      assertThat(answer.json().at("errors", 0, "pointer").text()).isEqualTo("?q");
    }
  }

  private static void enqueue(Running running, String queue, String payload) {
    running.waybill().enqueue(NewJob.builder("t").queue(queue).payload(payload).build());
  }

  private static List<String> queues(Running running, String query) {
    Tree page = running.get("/v1/jobs?" + query).json();
    return page.at("items").items().stream().map(job -> job.at("queue").text()).toList();
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
