package dev.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.conformance.Promise;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `waybill serve` in one terminal, `waybill work` in a second, `waybill submit` in a third.
@Timeout(120)
final class JobServiceTest {

  /// The exit code of a process that ended by SIGTERM.
  private static final int BY_SIGTERM = 143;

  private static final String BEGAN = "\"text\":\"began";

  @TempDir private Path folder;

  @Test
  void submit_returns_the_output_and_exit_code_of_the_program() throws Exception {
    try (Started server = serve();
        Started worker = work("--concurrency", "2")) {
      Ran ran = submit("--follow", "--", "sh", "-c", "echo out; echo err >&2; exit 3");
      assertThat(ran.exitCode()).isEqualTo(3);
      assertThat(ran.out()).isEqualTo("out\n");
      assertThat(ran.err()).contains("err\n", "is dead: exit_3");
      assertThat(submit("--follow", "--", "true").exitCode()).isZero();

      String dead = Ran.waybill(at("jobs", "list", "--state", "dead", "--json")).out();
      String deadId = dead.replaceFirst("(?s).*?\"id\":\"([^\"]+).*", "$1");
      assertThat(Ran.waybill(at("dead", "show", deadId)).out())
          .contains("last output", "  out\n", "  err\n", "ProcessEnd", "waybill redrive");

      String id = submit("--", "echo", "later").out().strip();
      Ran watched = Ran.waybill(at("jobs", "watch", id));
      assertThat(watched.out()).isEqualTo("later\n");
      assertThat(Ran.waybill(at("jobs", "list", "--state", "dead")).out()).contains("process");
      assertThat(Ran.waybill(at("events", id)).out())
          .contains("ProcessStart", "Output", "ProcessEnd");
      assertThat(worker.stop()).isEqualTo(BY_SIGTERM);
      assertThat(server.stop()).isEqualTo(BY_SIGTERM);
      assertThat(data().resolve("server.url")).doesNotExist();
    }
  }

  @Test
  @Promise("L3")
  void another_worker_runs_the_job_of_a_killed_worker() throws Exception {
    Path marker = folder.resolve("go-on");
    String script = "echo began; while [ ! -e " + marker + " ]; do sleep 0.05; done; echo done";
    try (Started server = serve();
        Started first = work("--lease-duration", "2s")) {
      String id = submit("--", "sh", "-c", script).out().strip();
      try (Started follow = Started.waybill(folder, at("events", "--follow", id))) {
        assertThat(follow.awaitLine(BEGAN)).contains(" 1.");
        first.kill();
        try (Started second = work("--lease-duration", "2s")) {
          assertThat(follow.awaitLine(BEGAN)).contains(" 2.");
          Files.createFile(marker);
          follow.awaitLine("\"text\":\"done");
          assertThat(Ran.waybill(at("jobs", "watch", id)).exitCode()).isZero();
          assertThat(second.stop()).isEqualTo(BY_SIGTERM);
        }
      }
      assertThat(server.stop()).isEqualTo(BY_SIGTERM);
    }
  }

  @Test
  @Promise("S3")
  void a_running_program_can_be_canceled() throws Exception {
    try (Started server = serve();
        Started _ = work("--lease-duration", "2s")) {
      String id = submit("--", "sh", "-c", "echo began; sleep 600").out().strip();
      try (Started follow = Started.waybill(folder, at("jobs", "watch", id))) {
        follow.awaitLine("began");
        assertThat(Ran.waybill(at("jobs", "cancel", id)).out()).contains("asked to stop");
        assertThat(follow.process().waitFor()).isEqualTo(5);
      }
      assertThat(server.stop()).isEqualTo(BY_SIGTERM);
    }
  }

  @Test
  void a_stopped_worker_kills_programs_after_the_grace_period_and_releases_their_jobs()
      throws Exception {
    try (Started server = serve();
        Started worker = work("--grace", "100ms")) {
      String id = submit("--", "sh", "-c", "echo began; sleep 600").out().strip();
      try (Started follow = Started.waybill(folder, at("events", "--follow", id))) {
        follow.awaitLine(BEGAN);
        assertThat(worker.stop()).isEqualTo(BY_SIGTERM);
      }
      assertThat(Ran.waybill(at("jobs", "show", id)).out())
          .containsPattern("state +queued")
          .contains("0 errors, 0 crashes");
      assertThat(server.stop()).isEqualTo(BY_SIGTERM);
    }
  }

  @Test
  void a_queue_can_be_paused_resumed_and_purged_through_the_server() throws Exception {
    try (Started server = serve()) {
      submit("--queue", "mails", "--", "true");
      assertThat(Ran.waybill(at("queues", "pause", "mails")).out()).containsPattern("mails.* yes");
      assertThat(Ran.waybill(at("queues", "resume", "mails")).out()).containsPattern("mails.* no");
      Ran refused = Ran.waybill(at("queues", "purge", "mails", "--confirm", "mail"));
      assertThat(refused.exitCode()).isEqualTo(2);
      assertThat(Ran.waybill(at("queues", "purge", "mails", "--confirm", "mails")).out())
          .contains("1 cancelled");
      assertThat(server.stop()).isEqualTo(BY_SIGTERM);
    }
  }

  @Test
  void an_invalid_configuration_is_reported_at_the_start() throws Exception {
    Files.writeString(folder.resolve("waybill.yaml"), "server: {prot: 80}\n");
    Ran ran = Ran.waybill("serve", "--config", folder.resolve("waybill.yaml").toString());
    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.err()).contains("server.prot", "did you mean \"server.port\"?");
  }

  private Path data() {
    return folder.resolve("waybill-data");
  }

  private Started serve() throws IOException {
    Started server = Started.waybill(folder, "serve", "--port", "0", "--grpc-port", "0");
    server.awaitLine("ready in");
    return server;
  }

  private Started work(String... more) throws IOException {
    Started worker = Started.waybill(folder, with("work", with("--allow-any", more)));
    worker.awaitLine("works for queue");
    return worker;
  }

  private Ran submit(String... more) {
    return Ran.waybill(with("submit", with("--data", with(data().toString(), more))));
  }

  private String[] at(String... command) {
    String[] all = java.util.Arrays.copyOf(command, command.length + 2);
    all[command.length] = "--data";
    all[command.length + 1] = data().toString();
    return all;
  }

  private static String[] with(String first, String... more) {
    String[] all = new String[more.length + 1];
    all[0] = first;
    System.arraycopy(more, 0, all, 1, more.length);
    return all;
  }
}
