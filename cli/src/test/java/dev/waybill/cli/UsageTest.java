package dev.waybill.cli;

import static dev.waybill.cli.Ran.waybill;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class UsageTest {

  @Test
  void without_a_command_the_commands_are_listed() {
    Ran ran = waybill();
    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("Usage: waybill", "demo", "jobs", "queues", "dead", "redrive");
  }

  @Test
  void help_names_every_exit_code() {
    Ran ran = waybill("--help");
    assertThat(ran.exitCode()).isZero();
    assertThat(ran.out())
        .containsPattern("0 +done")
        .containsPattern("1 +failed")
        .containsPattern("2 +wrong usage")
        .containsPattern("3 +no JDK")
        .containsPattern("4 +no such")
        .containsPattern("5 +the followed job was canceled")
        .containsPattern("130 +stopped by Ctrl-C");
  }

  @Test
  void a_misspelled_command_gets_a_suggestion() {
    Ran ran = waybill("jbos");
    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("unknown", "jbos", "did you mean jobs?");
  }

  @Test
  void a_misspelled_option_gets_a_suggestion() {
    Ran ran = waybill("jobs", "list", "--qeue", "mail");
    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("did you mean --queue?", "waybill jobs list --help");
  }

  @Test
  void completion_offers_the_words_that_the_commands_document() {
    Ran ran = waybill("generate-completion");
    assertThat(ran.exitCode()).isZero();
    assertThat(ran.out())
        .contains("\"queued\" \"running\"", "\"high\" \"normal\" \"low\"")
        .doesNotContain("\"QUEUED\"", "\"HIGH\"", "\"BACKWARD\"");
  }

  @Test
  void an_unknown_word_gets_no_suggestion() {
    assertThat(waybill("xylophone").err()).contains("unknown").doesNotContain("did you mean");
  }

  @Test
  void redrive_requires_ids_or_all() {
    Ran ran = waybill("redrive");
    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("ID", "--all");
  }

  @Test
  void reading_does_not_create_a_missing_data_directory(@TempDir Path parent) {
    Path folder = parent.resolve("missing");
    Ran ran = waybill("jobs", "list", "--data", folder.toString());
    assertThat(ran.exitCode()).isEqualTo(4);
    assertThat(ran.err()).startsWith("error: no data directory");
    assertThat(folder).doesNotExist();
  }

  @Test
  void a_malformed_id_is_refused_without_a_stack_trace() {
    Ran ran = waybill("jobs", "show", "nonsense");
    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err())
        .isEqualToIgnoringNewLines("error: not a job ID (expected a UUID): \"nonsense\"");
  }

  @Test
  void bench_without_the_launcher_explains_how_to_start_it() {
    Ran ran = waybill("bench", "--quick");
    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("./waybill bench");
  }

  @Test
  void version_includes_the_java_version() {
    Ran ran = waybill("version");
    assertThat(ran.out()).startsWith("waybill ").contains("Java " + Runtime.version());
    assertThat(waybill("--version").out()).isEqualTo(ran.out());
  }
}
