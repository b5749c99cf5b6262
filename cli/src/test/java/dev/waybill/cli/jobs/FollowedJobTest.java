package dev.waybill.cli.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.cli.Ran;
import dev.waybill.cli.Started;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The output of `waybill submit --follow` and `waybill work` with a server between them.
@Timeout(180)
final class FollowedJobTest {

  private static final int BY_SIGTERM = 143;

  @TempDir private Path folder;

  @Test
  void output_and_standard_input_of_a_program_are_the_same_bytes() throws Exception {
    byte[] odd = {'c', (byte) 0xE9, ' ', (byte) 0xFF, (byte) 0xFE, 0, '\n', (byte) 0xC3};
    Files.write(folder.resolve("odd"), odd);
    try (Started _ = serve();
        Started _ = work("--allow", "cat")) {
      String file = folder.resolve("odd").toString();
      assertThat(Ran.bytes(submit("--follow", "--", "cat", file))).isEqualTo(odd);
      assertThat(Ran.bytes(submit("--follow", "--stdin", file, "--", "cat"))).isEqualTo(odd);
      String text = Files.writeString(folder.resolve("text"), "é\n€").toString();
      assertThat(Ran.waybill(submit("--follow", "--stdin", text, "--", "cat")).out())
          .isEqualTo("é\n€");
      assertThat(Ran.waybill(submit("--follow", "--json", "--", "cat", text)).out().lines())
          .anySatisfy(line -> assertThat(line).contains("\"type\":\"Output\""))
          .last(org.assertj.core.api.InstanceOfAssertFactories.STRING)
          .contains("\"state\":\"completed\"");
    }
  }

  @Test
  void the_exit_code_tells_why_a_program_was_stopped() throws Exception {
    try (Started _ = serve();
        Started _ = work("--allow", "sleep", "--allow", "no-such-program")) {
      assertThat(follow("--", "no-such-program")).isEqualTo(127);
      assertThat(follow("--", "sh", "-c", "true")).isEqualTo(126);
      assertThat(follow("--env", "LD_PRELOAD=x", "--", "sleep", "0")).isEqualTo(126);
      assertThat(follow("--timeout", "100ms", "--", "sleep", "600")).isEqualTo(124);
    }
  }

  @Test
  void following_reports_a_missing_worker_and_that_the_job_continues_after_ctrl_c()
      throws Exception {
    try (Started _ = serve();
        Started following =
            Started.withErrors(folder, Map.of(), "submit", "--follow", "--queue", "q", "--", "a")) {
      String id = following.awaitLine("waybill: job ").replaceFirst(".*job ", "");
      assertThat(following.awaitLine("no worker")).contains("waybill work", "--queue q");
      following.process().toHandle().destroy();
      assertThat(following.awaitLine("continues")).contains("waybill jobs cancel " + id);
      assertThat(following.process().waitFor()).isEqualTo(BY_SIGTERM);
      assertThat(Ran.waybill("jobs", "show", id, "--data", data()).out()).contains("queued");
    }
  }

  @Test
  void a_worker_logs_its_programs_and_passes_only_allowed_variables() throws Exception {
    Map<String, String> environment =
        Map.of("SECRET", "s", "AWS_REGION", "here", "WAYBILL_KEY", "k");
    try (Started _ = serve();
        Started worker =
            Started.withErrors(
                folder, environment, "work", "--allow", "env", "--pass-env", "AWS_*")) {
      worker.awaitLine("works for queue");
      Ran ran = Ran.waybill(submit("--follow", "--", "env"));
      assertThat(ran.out().lines().map(line -> line.replaceFirst("=.*", "")))
          .contains("PATH", "AWS_REGION", "WAYBILL_JOB_ID")
          .doesNotContain("SECRET", "WAYBILL_KEY");
      String id = ran.err().replaceFirst("(?s).*waybill: job ([0-9a-f-]+).*", "$1");
      String time = "\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z info +";
      assertThat(worker.awaitLine(id)).matches(time + "job .* started \"env\" .*");
      assertThat(worker.awaitLine(id)).matches(time + "job .* \"env\" ended after .*completed");
    }
  }

  @Test
  void text_is_unchanged_without_a_locale() throws Exception {
    Path directory = Files.createDirectory(folder.resolve("dé€")).toRealPath();
    String script = "printf '%s|' \"$1\" \"$V\" \"$PWD\" \"${LC_ALL-none}\"";
    try (Started _ = serve();
        Started worker =
            Started.withoutLocale(folder, "work", "--allow", "sh", "--allow-env", "V")) {
      worker.awaitLine("works for queue");
      List<String> command = new ArrayList<>(List.of("submit", "--follow", "--env", "V=ñ"));
      command.addAll(List.of("--directory", directory.toString(), "--", "sh", "-c", script));
      command.addAll(List.of("sh", "é €"));
      try (Started submitted = Started.withoutLocale(folder, command.toArray(String[]::new))) {
        String all =
            new String(submitted.process().getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(all).isEqualTo("é €|ñ|" + directory + "|none|");
      }
    }
  }

  private Started serve() throws IOException {
    Started server = Started.waybill(folder, "serve", "--port", "0", "--grpc-port", "0");
    assertThat(server.awaitLine("ready in")).contains("listening on http://127.0.0.1:");
    return server;
  }

  private Started work(String... more) throws IOException {
    List<String> command = new ArrayList<>(List.of("work"));
    command.addAll(List.of(more));
    Started worker = Started.waybill(folder, command.toArray(String[]::new));
    worker.awaitLine("works for queue");
    return worker;
  }

  private int follow(String... more) {
    List<String> all = new ArrayList<>(List.of("--follow"));
    all.addAll(List.of(more));
    return Ran.waybill(submit(all.toArray(String[]::new))).exitCode();
  }

  private String[] submit(String... more) {
    List<String> all = new ArrayList<>(List.of("submit", "--data", data()));
    all.addAll(List.of(more));
    return all.toArray(String[]::new);
  }

  private String data() {
    return folder.resolve("waybill-data").toString();
  }
}
