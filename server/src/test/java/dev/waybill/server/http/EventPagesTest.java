package dev.waybill.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Lease;
import dev.waybill.LeaseRequest;
import dev.waybill.NewEvent;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.server.http.api.HttpLimits;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
final class EventPagesTest {

  @TempDir Path folder;
  private Running running;
  private Lease lease;
  private String path;

  @BeforeEach
  void start() {
    running = Running.in(folder, HttpLimits.DEFAULT);
    path = "/v1/jobs/" + running.waybill().enqueue(NewJob.of("t", "{}")).id() + "/events";
    lease = lease();
  }

  @AfterEach
  void stop() {
    running.close();
  }

  @Test
  void a_page_contains_up_to_its_limit_of_matching_events() {
    publish(1, 299);
    Tree page = running.get(path + "?type=odd&limit=3").json();
    assertThat(positions(page)).containsExactly("1.1", "1.3", "1.5");
    Tree next = running.get(path + "?type=odd&limit=3&cursor=" + cursor(page)).json();
    assertThat(positions(next)).containsExactly("1.7", "1.9", "1.11");
  }

  @Test
  void pages_of_a_filter_contain_all_matches_and_the_last_has_no_cursor() {
    publish(1, 299);
    List<String> seen = new ArrayList<>();
    Tree page = running.get(path + "?type=odd&limit=50").json();
    seen.addAll(positions(page));
    while (page.has("next_cursor")) {
      page = running.get(path + "?type=odd&limit=50&cursor=" + cursor(page)).json();
      assertThat(positions(page)).isNotEmpty();
      seen.addAll(positions(page));
    }
    assertThat(seen).isEqualTo(IntStream.range(0, 150).mapToObj(n -> "1." + (2 * n + 1)).toList());
  }

  @Test
  void a_filter_that_nothing_matches_gives_an_empty_page_without_a_cursor() {
    publish(1, 299);
    Tree page = running.get(path + "?type=nosuch&limit=5").json();
    assertThat(positions(page)).isEmpty();
    assertThat(page.has("next_cursor")).isFalse();
  }

  @Test
  void a_page_that_ends_with_the_last_event_has_no_cursor() {
    publish(1, 4);
    Tree page = running.get(path + "?limit=4").json();
    assertThat(positions(page)).hasSize(4);
    assertThat(page.has("next_cursor")).isFalse();
  }

  @Test
  void a_page_reads_a_limited_number_of_events_and_has_a_cursor() {
    for (int first = 1; first <= 11_000; first += 1_000) {
      publish(first, first + 999);
    }
    publish("last", 11_001);
    Tree page = running.get(path + "?type=last").json();
    assertThat(positions(page)).isEmpty();
    assertThat(cursor(page)).isEqualTo("1.10000");
    Tree rest = running.get(path + "?type=last&cursor=1.10000").json();
    assertThat(positions(rest)).containsExactly("1.11001");
    assertThat(rest.has("next_cursor")).isFalse();
  }

  @Test
  void from_sequence_applies_to_the_first_attempt_and_never_hides_later_ones() throws Exception {
    publish(1, 299);
    nextAttempt();
    publish(1, 4);
    running.waybill().settle(lease.token(), Outcome.done());
    String[] all = {"1.297", "1.298", "1.299", "2.1", "2.2", "2.3", "2.4"};
    assertThat(positions(running.get(path + "?from_sequence=297").json())).containsExactly(all);
    try (Lines lines = Lines.ndjson(running, path + "?from_sequence=297")) {
      assertThat(lines.rest().stream().map(Tree::parse).filter(line -> line.has("sequence")))
          .extracting(EventPagesTest::position)
          .containsExactly(all);
    }
    try (Lines lines = Lines.sse(running, path + "?from_sequence=297")) {
      for (String position : all) {
        assertThat(lines.next("id: ")).isEqualTo(position);
      }
    }
  }

  @Test
  void from_sequence_can_apply_to_another_attempt_and_combines_with_a_cursor() {
    publish(1, 5);
    nextAttempt();
    publish(1, 4);
    Tree page = running.get(path + "?from_attempt=2&from_sequence=3").json();
    assertThat(positions(page)).containsExactly("2.3", "2.4");
    Tree first = running.get(path + "?from_sequence=4&limit=1").json();
    assertThat(positions(first)).containsExactly("1.4");
    Tree second = running.get(path + "?from_sequence=4&limit=2&cursor=" + cursor(first)).json();
    assertThat(positions(second)).containsExactly("1.5", "2.1");
    assertThat(positions(running.get(path + "?from_sequence=4&cursor=1.1").json()))
        .startsWith("1.4");
  }

  @Test
  void a_negative_position_is_refused() {
    assertThat(running.get(path + "?from_sequence=-1").status()).isEqualTo(400);
    assertThat(running.get(path + "?from_attempt=-1").status()).isEqualTo(400);
    assertThat(running.get(path + "?from_attempt=99999999999").status()).isEqualTo(400);
  }

  private Lease lease() {
    return running.waybill().lease(LeaseRequest.of("default", "w")).getFirst();
  }

  private void nextAttempt() {
    running.waybill().settle(lease.token(), new Outcome.Release());
    lease = lease();
  }

  private void publish(int first, int last) {
    running
        .waybill()
        .publish(
            lease.token(),
            IntStream.rangeClosed(first, last)
                .mapToObj(n -> NewEvent.of(n, n % 2 == 0 ? "even" : "odd", "{}"))
                .toList());
  }

  private void publish(String type, int sequence) {
    running.waybill().publish(lease.token(), List.of(NewEvent.of(sequence, type, "{}")));
  }

  private static List<String> positions(Tree page) {
    return page.at("items").items().stream().map(EventPagesTest::position).toList();
  }

  private static String position(Tree event) {
    return event.at("attempt").number() + "." + event.at("sequence").number();
  }

  private static String cursor(Tree page) {
    return page.at("next_cursor").text();
  }
}
