package dev.waybill.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.JobId;
import dev.waybill.Lease;
import dev.waybill.LeaseRequest;
import dev.waybill.NewEvent;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.server.http.api.HttpLimits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
final class EventStreamTest {

  @TempDir Path folder;
  private Running running;
  private JobId job;
  private Lease lease;
  private String path;

  @BeforeEach
  void start() {
    running = Running.in(folder, HttpLimits.DEFAULT.withHeartbeat(Duration.ofMillis(300)));
    job = running.waybill().enqueue(NewJob.of("t", "{}")).id();
    lease = running.waybill().lease(LeaseRequest.of("default", "w")).getFirst();
    path = "/v1/jobs/" + job + "/events";
  }

  @AfterEach
  void stop() {
    running.close();
  }

  @Test
  void server_sent_events_arrive_as_they_are_published_and_end_with_the_job() throws Exception {
    publish(1, 2);
    try (Lines lines = Lines.sse(running, path)) {
      assertThat(lines.response().headers().firstValue("Content-Type"))
          .hasValue("text/event-stream");
      assertThat(lines.next("id: ")).isEqualTo("1.1");
      assertThat(lines.next("data: ")).contains("\"data\":{   \"n\": 1 }");
      assertThat(lines.next("id: ")).isEqualTo("1.2");
      publish(3);
      assertThat(lines.next("id: ")).isEqualTo("1.3");
      running.waybill().settle(lease.token(), Outcome.done());
      assertThat(lines.next("event: ")).isEqualTo("event");
      assertThat(lines.next("event: ")).isEqualTo("end");
      assertThat(lines.next("data: ")).isEqualTo("{\"state\":\"completed\"}");
      assertThat(lines.rest()).containsOnly("");
    }
  }

  @Test
  void a_reader_that_resumes_gets_missed_events_without_gaps_or_repeats() throws Exception {
    List<String> seen = new ArrayList<>();
    String last = "";
    for (int round = 0; round < 5; round++) {
      int first = round * 20;
      publish(IntStream.range(first, first + 20).toArray());
      String[] resume = last.isEmpty() ? new String[0] : new String[] {"Last-Event-ID", last};
      try (Lines lines = Lines.sse(running, path, resume)) {
        for (int i = 0; i < 13; i++) {
          last = lines.next("id: ");
          seen.add(last);
        }
      }
    }
    running.waybill().settle(lease.token(), Outcome.done());
    try (Lines lines = Lines.sse(running, path, "Last-Event-ID", last)) {
      for (String id = lines.next("id: "); !id.isEmpty(); id = lines.next("id: ")) {
        seen.add(id);
      }
    }
    assertThat(seen).isEqualTo(IntStream.range(0, 100).mapToObj(n -> "1." + n).toList());
  }

  @Test
  void ndjson_has_the_same_events() throws Exception {
    publish(1, 2);
    running.waybill().settle(lease.token(), Outcome.done());
    try (Lines lines = Lines.ndjson(running, path)) {
      List<String> all = lines.rest();
      assertThat(all).hasSize(3);
      assertThat(Tree.parse(all.get(1)).at("sequence").number()).isEqualTo(2);
      assertThat(Tree.parse(all.get(2)).at("end", "state").text()).isEqualTo("completed");
    }
  }

  @Test
  void a_stream_that_does_not_follow_ends_after_the_stored_events() throws Exception {
    publish(1, 2, 3);
    try (Lines lines = Lines.ndjson(running, path + "?follow=false&from_sequence=2")) {
      assertThat(lines.rest()).hasSize(2);
    }
  }

  @Test
  void events_can_be_filtered_by_type_and_read_in_pages() {
    publish(1, 2, 3);
    Tree first = running.get(path + "?limit=2").json();
    assertThat(first.at("next_cursor").text()).isEqualTo("1.2");
    Tree second = running.get(path + "?limit=2&cursor=1.2").json();
    assertThat(second.at("items", 0, "sequence").number()).isEqualTo(3);
    assertThat(second.has("next_cursor")).isFalse();
    assertThat(running.get(path + "?type=other").json().at("items").items()).isEmpty();
    assertThat(
            running.get(path + "?from_timestamp=2100-01-01T00:00:00Z").json().at("items").items())
        .isEmpty();
  }

  @Test
  void a_silent_stream_sends_heartbeats() throws Exception {
    try (Lines lines = Lines.sse(running, path)) {
      assertThat(lines.next(": ")).isEqualTo("alive");
      assertThat(lines.next(": ")).isEqualTo("alive");
    }
  }

  @Test
  void a_head_request_does_not_open_a_stream() {
    Running.Answer head =
        running.send(path, request -> request.HEAD().header("Accept", "text/event-stream"));
    assertThat(head.status()).isEqualTo(200);
    assertThat(head.header("Content-Type")).isEqualTo("text/event-stream");
    assertThat(running.load().streams()).isZero();
  }

  @Test
  void an_invalid_position_is_refused() {
    assertThat(running.get(path, "Last-Event-ID", "soon").code()).isEqualTo("invalid_cursor");
    assertThat(running.get(path, "Accept", "image/png").status()).isEqualTo(406);
  }

  private void publish(int... sequences) {
    running
        .waybill()
        .publish(
            lease.token(),
            IntStream.of(sequences)
                .mapToObj(n -> NewEvent.of(n, "step", "{\n  \"n\": " + n + " }"))
                .toList());
  }
}
