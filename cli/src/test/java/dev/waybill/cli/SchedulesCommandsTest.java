package dev.waybill.cli;

import static dev.waybill.cli.Ran.waybill;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The commands on schedules with a data directory.
@Timeout(180)
final class SchedulesCommandsTest {

  private static final String TWO =
      """
      schedules:
        - name: report
          cron: 30 9 * * MON-FRI
          zone: Europe/Lisbon
          action: {job: {type: report, queue: reports, payload: {share: 0.5, days: [1, 2]}}}
        - name: tick
          at: 2099-01-01T09:00
          paused: true
          action: {event: {topic: news, type: tick, attributes: {stage: dev}}}
      """;

  @TempDir Path folder;
  @TempDir Path elsewhere;

  @BeforeEach
  void put_one() {
    Ran put =
        on(
            "schedules",
            "put",
            "yearly",
            "--cron",
            "@yearly",
            "--zone",
            "Europe/Lisbon",
            "--type",
            "taxes",
            "--queue",
            "money",
            "--payload",
            "all of it",
            "--overlap",
            "skip");
    assertThat(put.err()).isEmpty();
    assertThat(put.exitCode()).isZero();
    assertThat(put.out()).contains("next firings");
  }

  @Test
  void schedules_are_listed_with_their_times() {
    assertThat(on("schedules").out())
        .containsPattern(
            "yearly +@yearly Europe/Lisbon +job taxes in money +2\\d{3}-01-01T00:00:00Z");
    assertThat(on("schedules", "--json").out())
        .contains("{\"items\":[{\"name\":\"yearly\"", "\"next_at\":");
    put("later", "--every", "6h", "--anchor", "2030-01-01T09:00:00Z", "--type", "t", "--paused");
    assertThat(on("schedules").out())
        .containsPattern("later +every 6h from 2030-01-01T09:00:00Z +job t in default +- +paused");
    String first = on("schedules", "--limit", "1").out();
    assertThat(first).contains("later", "--cursor later").doesNotContain("yearly");
    assertThat(on("schedules", "--limit", "1", "--cursor", "later").out()).contains("yearly");
  }

  @Test
  void show_prints_the_next_ten_firings_and_the_action() {
    String told = on("schedules", "show", "yearly").out();
    assertThat(told)
        .containsPattern("when +@yearly Europe/Lisbon")
        .containsPattern("carries +all of it")
        .containsPattern("overlap +skip");
    assertThat(told.lines().filter(line -> line.contains("-01-01T00:00:00Z  "))).hasSize(10);
    assertThat(on("schedules", "show", "yearly", "--json").out())
        .contains("\"payload_base64\":", "\"upcoming\":[{\"slot\":");
    assertThat(on("schedules", "show", "none").exitCode()).isEqualTo(4);
  }

  @Test
  void a_schedule_can_publish_an_event_with_attributes() {
    on("topics", "create", "news");
    put(
        "tick",
        "--at",
        "2099-01-01T09:00",
        "--topic",
        "news",
        "--event-type",
        "tick",
        "--body",
        "{\"a\":1}",
        "--attribute",
        "stage=dev",
        "--attribute-number",
        "size=5",
        "--attribute-list",
        "in=[\"es\",\"pt\"]",
        "--catch-up",
        "all",
        "--catch-up-max",
        "3",
        "--catch-up-window",
        "1h");
    assertThat(on("schedules", "show", "tick", "--json").out())
        .contains("\"event\":{\"topic\":\"news\",\"type\":\"tick\",\"body\":{\"a\":1}")
        .contains("\"attributes\":{\"in\":[\"es\",\"pt\"],\"size\":5,\"stage\":\"dev\"}")
        .contains("\"mode\":\"all\",\"max\":3");
  }

  @Test
  void a_dry_run_of_put_stores_nothing() {
    Ran ran = on("schedules", "put", "new", "--cron", "0 0 1 1 *", "--type", "t", "--dry-run");
    assertThat(ran.out().lines()).hasSize(11);
    assertThat(on("schedules", "show", "new").exitCode()).isEqualTo(4);
  }

  @Test
  void invalid_options_are_reported() {
    Ran zone = on("schedules", "put", "x", "--cron", "@daily", "--zone", "Lisbon", "--type", "t");
    assertThat(zone.exitCode()).isEqualTo(2);
    assertThat(zone.err()).contains("--zone must be a time zone");
    assertThat(on("schedules", "put", "x", "--cron", "61 * * * *", "--type", "t").err())
        .contains("minute");
    assertThat(on("schedules", "put", "x", "--type", "t").err()).contains("--every");
    assertThat(on("schedules", "put", "x", "--every", "5m").exitCode()).isEqualTo(2);
    assertThat(on("schedules", "put", "x", "--every", "5m", "--type", "t", "--topic", "n").err())
        .contains("--event-type");
  }

  @Test
  void a_schedule_is_paused_resumed_run_and_deleted() {
    assertThat(on("schedules", "pause", "yearly").out())
        .containsPattern("paused +paused")
        .doesNotContain("next firings");
    assertThat(on("schedules", "resume", "yearly").out()).contains("next firings");
    Ran run = on("schedules", "run", "yearly", "--key", "k");
    assertThat(run.out()).containsPattern("yes .* money +queued");
    assertThat(on("schedules", "run", "yearly", "--key", "k").out()).isEqualTo(run.out());
    assertThat(on("schedules", "history", "yearly").out()).isEqualTo(run.out());
    assertThat(on("schedules", "history", "yearly", "--json").out()).contains("\"by_hand\":true");
    assertThat(on("jobs", "list", "--tag", "schedule:yearly").out().lines()).hasSize(2);
    assertThat(on("schedules", "delete", "yearly").out()).contains("removed");
    assertThat(on("schedules", "delete", "yearly").exitCode()).isEqualTo(4);
    assertThat(on("schedules").out()).isEqualToIgnoringNewLines("no schedules");
  }

  @Test
  void applying_a_file_twice_changes_nothing() throws Exception {
    Path file = file("all.yaml", TWO);
    assertThat(apply(file, "--dry-run").out())
        .containsPattern("report +created")
        .containsPattern("tick +created");
    assertThat(on("schedules", "show", "report").exitCode()).isEqualTo(4);
    assertThat(apply(file).err()).isEmpty();
    assertThat(on("schedules", "show", "report", "--json").out())
        .contains("\"payload\":{\"share\":0.5,\"days\":[1,2]}", "\"version\":1");
    assertThat(apply(file).out())
        .containsPattern("report +unchanged")
        .containsPattern("tick +unchanged")
        .doesNotContain("yearly");
    assertThat(on("schedules", "show", "report", "--json").out()).contains("\"version\":1");
    file("all.yaml", TWO.replace("30 9", "45 9"));
    assertThat(apply(file, "--prune", "--json").out())
        .contains("{\"schedules\":[", "\"changed\"", "\"deleted\"", "\"dry_run\":false");
    assertThat(on("schedules", "show", "yearly").exitCode()).isEqualTo(4);
    assertThat(on("schedules", "show", "report").out()).contains("45 9 * * MON-FRI");
  }

  @Test
  void applying_a_file_does_not_resume_a_paused_schedule() throws Exception {
    Path file = file("all.yaml", TWO);
    apply(file);
    on("schedules", "pause", "report");
    assertThat(apply(file).out()).containsPattern("report +unchanged");
    file("all.yaml", TWO.replace("    zone", "    paused: false\n    zone"));
    assertThat(apply(file).out()).containsPattern("report +changed");
    assertThat(on("schedules", "show", "report").out()).contains("next firings");
  }

  @Test
  void a_file_with_one_bad_schedule_changes_nothing() throws Exception {
    Ran never = apply(file("all.yaml", TWO.replace("2099-01-01T09:00", "2399-01-01T09:00")));
    assertThat(never.exitCode()).isEqualTo(2);
    assertThat(on("schedules", "show", "report").exitCode()).isEqualTo(4);
    assertThat(apply(file("all.yaml", TWO.replace("paused", "pasued"))).err())
        .contains("/schedules/1/pasued", "did you mean \"paused\"?");
    assertThat(apply(file("all.yaml", TWO.replace("name: tick", "name: report"))).err())
        .contains("two schedules with the name");
    assertThat(apply(file("all.yaml", "schedules: [")).err()).contains("not valid YAML");
    assertThat(apply(file("all.json", "schedules:")).err()).contains("not JSON");
  }

  @Test
  void a_json_file_keeps_payloads_as_they_are_written() throws Exception {
    apply(
        file(
            "all.json",
            """
            {"schedules": [{"name": "one", "every": "6h",
              "action": {"job": {"type": "t", "payload": {"n" : 1.50}}}}]}\
            """));
    assertThat(on("schedules", "show", "one", "--json").out())
        .contains("\"payload\":{\"n\" : 1.50}");
  }

  private void put(String name, String... options) {
    Ran ran = on(words(List.of("schedules", "put", name), options));
    assertThat(ran.err()).isEmpty();
    assertThat(ran.exitCode()).isZero();
  }

  private Ran apply(Path file, String... options) {
    return on(words(List.of("schedules", "apply", file.toString()), options));
  }

  private static String[] words(List<String> first, String... more) {
    return Stream.concat(first.stream(), Stream.of(more)).toArray(String[]::new);
  }

  private Path file(String name, String text) throws IOException {
    return Files.writeString(elsewhere.resolve(name), text);
  }

  private Ran on(String... arguments) {
    return waybill(words(List.of(arguments), "--data", folder.toString()));
  }
}
