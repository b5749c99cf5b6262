package dev.waybill.cli;

import static dev.waybill.cli.Ran.waybill;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Rules of all commands: exit codes, the form of errors, and JSON.
@Timeout(180)
final class MannersTest {

  private static final String NOBODY = "0199a000-0000-7000-8000-000000000000";

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jobs list --limit 0",
        "jobs list --queue a~b",
        "jobs show nonsense",
        "jobs show nonsense --events 0",
        "jobs list --cursor nonsense",
        "queues set q --lease-duration 1ms",
        "queues set q --max-attempts -1",
        "queues pause a~b",
        "schedules put s --every 1x --type t",
        "schedules put s --at 2020-01-01T00:00 --type t",
        "schedules put s --cron 61~*~*~*~* --type t",
        "schedules preview --every 1h --count 0",
        "schedules preview --every 1h --from soon",
        "topics create a~b",
        "topics subscribe news s --queue q --max-attempts 0",
        "publish news {} --type t --attribute-number n=five",
        "publish news {} --type t --attribute-list n=five",
      })
  void an_invalid_value_is_a_usage_error(String command) {
    waybill("topics", "create", "news", "--data", folder.toString());
    Ran ran =
        on(
            Stream.of(command.split(" "))
                .map(word -> word.replace('~', ' '))
                .toArray(String[]::new));
    assertThat(ran.exitCode()).as(ran.err()).isEqualTo(2);
    assertThat(ran.err()).startsWith("error: ").doesNotContain("PT0", "invalid_", "Exception");
  }

  @Test
  void errors_are_problem_documents_with_json() {
    waybill("topics", "create", "news", "--data", folder.toString());
    Ran unknown = on("jobs", "show", NOBODY, "--json");
    assertThat(unknown.exitCode()).isEqualTo(4);
    assertThat(unknown.out()).isEmpty();
    assertThat(unknown.err()).startsWith("{\"type\":").contains("\"code\":\"not_found\"");
    Ran malformed = on("jobs", "show", "nope", "--json");
    assertThat(malformed.err()).contains("\"code\":\"invalid_id\"").startsWith("{");
    Ran usage = on("jobs", "list", "--json", "--qeue", "x");
    assertThat(usage.exitCode()).isEqualTo(2);
    assertThat(usage.err()).startsWith("{").contains("\"code\":\"invalid_argument\"", "--queue");
    Ran option = on("jobs", "list", "--json", "--limit", "many");
    assertThat(option.err()).startsWith("{").contains("\"code\":\"invalid_argument\"", "--limit");
  }

  @Test
  void an_error_names_the_option() {
    waybill("topics", "create", "news", "--data", folder.toString());
    assertThat(on("schedules", "put", "s", "--every", "1x", "--type", "t").err())
        .contains("--every")
        .doesNotContain("/every");
    assertThat(on("schedules", "put", "s", "--every", "1h", "--topic", "t").err())
        .contains("--event-type");
    assertThat(on("publish", "news", "{}").err()).contains("--type").doesNotContain("/event_type");
    assertThat(on("jobs", "list", "--state", "nonsense").err()).doesNotContain("option option");
  }

  @Test
  void lists_are_written_as_the_server_writes_them() {
    on("submit", "--queue", "q", "--type", "t", "{\"n\":1}");
    Ran jobs = on("jobs", "list", "--json");
    assertThat(jobs.out()).startsWith("{\"items\":[{\"id\":").contains("\"payload\":{\"n\":1}");
    assertThat(on("queues", "--json").out())
        .startsWith("{\"items\":[{\"queue\":\"q\"")
        .contains("\"oldest_waiting_age\":\"PT");
  }

  @Test
  void attributes_can_be_numbers_and_lists() {
    on("topics", "create", "news");
    subscribe("high", "{\"n\":[{\"numeric\":[\">\",3]}]}");
    subscribe("low", "{\"n\":[{\"numeric\":[\"<\",3]}]}");
    subscribe("listed", "{\"c\":[\"pt\"]}");
    Ran published =
        on(
            "publish",
            "news",
            "{}",
            "--type",
            "t",
            "--attribute-number",
            "n=5",
            "--attribute-list",
            "c=[\"es\",\"pt\"]");
    assertThat(published.exitCode()).as(published.err()).isZero();
    assertThat(published.out()).contains("high", "listed").doesNotContain("low");
  }

  @Test
  void a_subscription_can_have_a_retry_policy() {
    on("topics", "create", "news");
    Ran made =
        on(
            "topics",
            "subscribe",
            "news",
            "s",
            "--queue",
            "q",
            "--max-attempts",
            "7",
            "--first-delay",
            "1m30s",
            "--json");
    assertThat(made.out()).contains("\"max_errors\":7", "\"first_delay\":\"PT1M30S\"");
  }

  @Test
  void events_are_validated_and_upcast_by_registered_schemas(@TempDir Path files)
      throws IOException {
    Path first = files.resolve("1.json");
    Files.writeString(
        first, "{\"type\":\"object\",\"required\":[\"a\"],\"properties\":{\"a\":{}}}");
    assertThat(on("schemas", "register", "order", "1.0", first.toString()).exitCode()).isZero();
    assertThat(on("schemas", "validate", "order", "1.0", "{\"a\":1}").exitCode()).isZero();
    Ran invalid = on("schemas", "validate", "order", "1.0", "{}");
    assertThat(invalid.exitCode()).isEqualTo(1);
    Ran asJson = on("schemas", "validate", "order", "1.0", "{}", "--json");
    assertThat(asJson.out()).startsWith("{\"violations\":[{\"pointer\":");
    Ran same = on("schemas", "upcast", "order", "1.0", "1.0", "{\"a\":1}");
    assertThat(same.out().strip()).as(same.err()).isEqualTo("{\"a\":1}");
  }

  @Test
  void a_preview_shows_firings_from_a_chosen_time() {
    on("topics", "create", "news");
    Ran ran =
        on(
            "schedules",
            "preview",
            "--cron",
            "@daily",
            "--from",
            "2031-01-01T12:00:00Z",
            "--count",
            "40");
    assertThat(ran.exitCode()).as(ran.err()).isZero();
    assertThat(ran.out().lines()).hasSize(41).anyMatch(line -> line.startsWith("2031-02-10T"));
  }

  @Test
  void putting_a_schedule_confirms_it_and_prints_warnings() {
    Ran put =
        on("schedules", "put", "s", "--every", "1h30m", "--topic", "none", "--event-type", "t");
    assertThat(put.exitCode()).as(put.err()).isZero();
    assertThat(put.out()).contains("stored", "s", "next");
    assertThat(put.err()).contains("topic \"none\" does not exist");
  }

  @Test
  void only_the_main_help_lists_exit_codes() {
    assertThat(waybill("jobs", "list", "--help").out()).doesNotContain("130");
    assertThat(waybill("--help").out()).containsPattern("2 +wrong usage");
  }

  private void subscribe(String name, String filter) {
    Ran ran = on("topics", "subscribe", "news", name, "--queue", name, "--filter", filter);
    assertThat(ran.exitCode()).as(ran.err()).isZero();
  }

  private Ran on(String... arguments) {
    String[] all = Arrays.copyOf(arguments, arguments.length + 2);
    all[arguments.length] = "--data";
    all[arguments.length + 1] = folder.toString();
    return waybill(all);
  }
}
