package dev.waybill.cli;

import static dev.waybill.cli.Ran.waybill;
import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Job;
import dev.waybill.JobFilter;
import dev.waybill.JobText;
import dev.waybill.Page;
import dev.waybill.State;
import dev.waybill.Waybill;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The commands on a data directory in which the demo has run.
@Timeout(180)
final class StoreCommandsTest {

  @TempDir Path folder;

  private Ran demo = new Ran(0, "", "");

  @BeforeEach
  void run_the_demo() {
    demo = on("demo");
  }

  @Test
  void demo_prints_each_step_and_the_final_states() {
    assertThat(demo.exitCode()).isZero();
    assertThat(demo.err()).isEmpty();
    assertThat(demo.out())
        .contains("enqueued alarm, high priority", "ran flaky, attempt 2: sent")
        .contains("greeting is completed", "broken is dead")
        .containsPattern("demo +0 +1 +0 +1 ");
  }

  @Test
  void demo_can_run_again_in_the_same_data_directory() {
    assertThat(on("demo").exitCode()).isZero();
    assertThat(on("queues").out()).containsPattern("demo +0 +2 +0 +2 ");
  }

  @Test
  void jobs_are_listed_by_state() {
    assertThat(on("jobs", "list").out().lines()).hasSize(7);
    assertThat(on("jobs", "list", "--state", "scheduled,dead").out())
        .contains("reminder", "broken")
        .doesNotContain("alarm");
  }

  @Test
  void jobs_are_found_by_words() {
    eventually(
        () ->
            assertThat(on("jobs", "list", "--search", "brok*").out())
                .contains("broken")
                .doesNotContain("alarm"));
    assertThat(on("jobs", "list", "--search", "brok*", "--state", "queued").out())
        .isEqualToIgnoringNewLines("no jobs");
    assertThat(on("jobs", "list", "--search", "*").exitCode()).isNotZero();
  }

  @Test
  void a_page_prints_the_cursor_of_the_next() {
    String first = on("jobs", "list", "--limit", "4").out();
    assertThat(first.lines()).hasSize(6);
    String cursor = first.strip().replaceFirst("(?s).*--cursor ", "");
    Ran second = on("jobs", "list", "--limit", "4", "--cursor", cursor);
    assertThat(second.out().lines()).hasSize(3);
  }

  @Test
  void an_empty_list_prints_no_jobs() {
    assertThat(on("jobs", "list", "--queue", "other").out()).isEqualToIgnoringNewLines("no jobs");
    assertThat(on("jobs", "list", "--queue", "other", "--json").out())
        .isEqualToIgnoringNewLines("{\"items\":[]}");
  }

  @Test
  void show_prints_every_attempt_and_its_error() {
    String told = on("jobs", "show", idOf("broken")).out();
    assertThat(told)
        .containsPattern("state +dead")
        .contains("2 errors, 0 crashes")
        .containsPattern("(?m)^ +1 .* error .*the printer is out of paper")
        .containsPattern("(?m)^ +2 .* error .*the printer is out of paper");
  }

  @Test
  void show_prints_events_and_result() {
    String told = on("jobs", "show", idOf("thumbnail")).out();
    assertThat(told).contains("thumb-photo.jpg", "events", "read photo.jpg", "128 x 128");
  }

  @Test
  void events_begin_at_a_sequence_of_an_attempt() {
    String id = idOf("thumbnail");
    long all = on("events", id).out().lines().count();
    assertThat(all).isGreaterThan(1);
    assertThat(on("events", id, "--from-sequence", "1").out().lines())
        .hasSize((int) all - 1)
        .noneMatch(line -> line.contains("  1.0  "));
    assertThat(on("events", id, "--from-attempt", "2").out()).isEmpty();
    assertThat(on("events", id, "--from-sequence", "-1").exitCode()).isNotZero();
  }

  @Test
  void show_writes_one_json_document() {
    String told = on("jobs", "show", idOf("flaky"), "--json").out();
    assertThat(told.lines()).hasSize(1);
    assertThat(told)
        .contains("\"type\":\"flaky\"", "\"state\":\"completed\"", "\"attempts\":[{\"number\":1");
  }

  @Test
  void a_missing_job_is_not_found() {
    Ran ran = on("jobs", "show", "00000000-0000-7000-8000-000000000000");
    assertThat(ran.exitCode()).isEqualTo(4);
    assertThat(ran.err()).startsWith("error: no job");
  }

  @Test
  void a_job_is_deleted_and_then_not_found() {
    String id = idOf("thumbnail");
    Ran ran = on("jobs", "delete", id);
    assertThat(ran.exitCode()).isZero();
    assertThat(on("jobs", "show", id).exitCode()).isEqualTo(4);
    Ran again = on("jobs", "delete", id, "--json");
    assertThat(again.exitCode()).isEqualTo(4);
    assertThat(again.err()).contains("(not_found)");
    assertThat(on("jobs", "delete", idOf("flaky"), "--json").out())
        .isEqualToIgnoringNewLines("{\"done\":true}");
  }

  @Test
  void a_job_is_listed_by_its_request_id() {
    Ran submitted = on("submit", "--type", "t", "--queue", "mine", "--request-id", "r-1");
    assertThat(submitted.exitCode()).as(submitted.err()).isZero();
    assertThat(on("jobs", "list", "--request-id", "r-1").out().lines()).hasSize(2);
    assertThat(on("jobs", "list", "--request-id", "r-2").out()).contains("no jobs");
  }

  @Test
  void jobs_are_listed_by_key_and_show_it() {
    String id = on("submit", "--type", "t", "--queue", "mine", "--key", "k-1").out().strip();
    assertThat(on("jobs", "list", "--key", "k-1").out().lines()).hasSize(2);
    assertThat(on("jobs", "show", id).out()).containsPattern("key +k-1");
    assertThat(on("jobs", "show", id, "--json").out()).contains("\"key\":\"k-1\"");
  }

  @Test
  void jobs_are_listed_by_every_text_field() {
    for (JobText text : JobText.FILTERS) {
      Ran listed = on("jobs", "list", "--" + text.field().replace('_', '-'), "nobody");
      assertThat(listed.exitCode()).as(listed.err()).isZero();
      assertThat(listed.out()).contains("no jobs");
    }
  }

  @Test
  void payload_and_result_are_written_unchanged() throws Exception {
    String id = idOf("thumbnail");
    Path payload = folder.resolve("payload");
    assertThat(on("jobs", "payload", id, "--output", payload.toString()).exitCode()).isZero();
    Path result = folder.resolve("result");
    assertThat(on("jobs", "result", id, "-o", result.toString()).exitCode()).isZero();
    try (Waybill waybill = Waybill.open(folder)) {
      Job job = waybill.find(dev.waybill.JobId.parse(id)).orElseThrow();
      assertThat(payload).hasBinaryContent(job.payload().bytes());
      assertThat(result).hasBinaryContent(job.result().orElseThrow().bytes());
    }
    assertThat(on("jobs", "result", idOf("broken")).exitCode()).isEqualTo(4);
  }

  @Test
  void a_file_is_submitted_as_the_payload() throws Exception {
    Path file = folder.resolve("file");
    Files.write(file, new byte[200_000]);
    String id = on("submit", "--type", "t", "--payload-file", file.toString()).out().strip();
    Path payload = folder.resolve("payload");
    assertThat(on("jobs", "payload", id, "--output", payload.toString()).exitCode()).isZero();
    assertThat(payload).hasSameBinaryContentAs(file);
  }

  @Test
  void a_queue_can_limit_how_long_jobs_wait() {
    assertThat(on("queues", "set", "mails", "--waiting-ttl", "4d", "--json").out())
        .contains("\"waiting_ttl\":\"PT96H\"");
    assertThat(on("queues", "unset", "mails", "waiting_ttl", "--json").out())
        .doesNotContain("waiting_ttl");
  }

  @Test
  void dead_jobs_are_listed_with_their_last_error() {
    assertThat(on("dead", "list").out())
        .contains("broken", "the printer is out of paper")
        .doesNotContain("flaky");
  }

  @Test
  void a_dead_job_is_explained_in_one_command() {
    String id = idOf("broken");
    Ran ran = on("dead", "show", id);
    assertThat(ran.exitCode()).isZero();
    assertThat(ran.out())
        .containsPattern("(?m)^ +1 .* error .*the printer is out of paper")
        .containsPattern("(?m)^ +2 .* error .*the printer is out of paper")
        .contains("to run it again", "waybill redrive " + id + " --data " + folder);
    assertThat(on("dead", "show", id, "--json").out()).contains("\"redrive\":", "\"attempts\":[");
  }

  @Test
  void dead_show_refuses_a_job_that_is_not_dead() {
    Ran ran = on("dead", "show", idOf("flaky"));
    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.err()).contains("is completed, not dead");
  }

  @Test
  void redriving_a_job_twice_is_refused() {
    String id = idOf("broken");
    assertThat(on("redrive", id).out()).contains(id + " is queued");
    Ran again = on("redrive", id);
    assertThat(again.exitCode()).isEqualTo(1);
    assertThat(again.err()).contains(id, "(wrong_state)");
  }

  @Test
  void redriving_all_prints_the_count() {
    assertThat(on("redrive", "--all", "--queue", "other").out()).startsWith("0 redriven");
    assertThat(on("redrive", "--all").out()).startsWith("1 redriven");
    assertThat(on("dead", "list").out()).isEqualToIgnoringNewLines("no jobs");
  }

  @Test
  void settings_of_a_queue_are_set_shown_and_unset() {
    assertThat(on("queues", "set", "demo", "--lease-duration", "5m", "--max-attempts", "5").out())
        .containsPattern("lease duration +5m 0s")
        .containsPattern("retry +5 errors, 3 crashes");
    on("queues", "set", "demo", "--max-waiting", "100", "--timeout", "1h", "--jitter", "0");
    assertThat(on("queues", "settings", "demo", "--json").out())
        .contains("\"default_lease_duration\":\"PT5M\"", "\"max_waiting\":100", "\"max_errors\":5");
    assertThat(on("queues", "unset", "demo", "lease_duration", "max_waiting", "--json").out())
        .contains("\"default_timeout\":\"PT1H\"")
        .doesNotContain("default_lease_duration", "max_waiting");
    assertThat(on("queues", "unset", "demo", "--json").out()).isEqualToIgnoringNewLines("{}");
    assertThat(on("queues", "set", "demo").exitCode()).isEqualTo(2);
    Ran refused = on("queues", "set", "demo", "--lease-duration", "1ms");
    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err()).contains("default lease duration must be 100ms to 12h");
  }

  @Test
  void a_data_directory_in_use_is_reported() {
    try (Waybill _ = Waybill.open(folder)) {
      Ran ran = on("queues");
      assertThat(ran.exitCode()).isEqualTo(1);
      assertThat(ran.err()).startsWith("error: ").contains("is in use");
    }
  }

  private Ran on(String... arguments) {
    String[] all = java.util.Arrays.copyOf(arguments, arguments.length + 2);
    all[arguments.length] = "--data";
    all[arguments.length + 1] = folder.toString();
    return waybill(all);
  }

  private String idOf(String type) {
    try (Waybill waybill = Waybill.open(folder)) {
      JobFilter filter = JobFilter.ALL.withType(type);
      Job job = waybill.list(filter, Page.Request.FIRST).items().getFirst();
      assertThat(job.state()).isIn(State.COMPLETED, State.DEAD);
      return job.id().toString();
    }
  }
}
