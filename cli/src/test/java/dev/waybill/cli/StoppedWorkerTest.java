package dev.waybill.cli;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.conformance.Promise;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A worker that is paused for longer than its lease, as by a long pause of the machine, and then
/// continues.
@Timeout(180)
final class StoppedWorkerTest {

  /// Long enough for a worker on a busy machine to extend its lease in time.
  private static final String LEASE_DURATION = "3s";

  /// Writes a line every 0.1 s; line 61 comes after twice the lease duration.
  private static final String PROGRAM =
      "echo $$ > pid.$WAYBILL_ATTEMPT; i=0; while [ ! -e go.$WAYBILL_ATTEMPT ]; do i=$((i+1));"
          + " echo beat $i.; sleep 0.1; done; echo done; > ended.$WAYBILL_ATTEMPT";

  private static final String FIRST_BEAT = "\"text\":\"beat 1.";
  private static final String TWICE_THE_LEASE = "beat 61.";

  @TempDir private Path folder;

  @Test
  @Promise("L2")
  void a_program_that_ended_during_the_pause_counts_only_at_the_second_worker() throws Exception {
    try (Started server = serve();
        Started stopped = work()) {
      String id = submit();
      try (Started follow = Started.waybill(folder, at("events", "--follow", id))) {
        assertThat(follow.awaitLine(FIRST_BEAT)).contains(" 1.");
        signal("STOP", stopped);
        Files.createFile(folder.resolve("go.1"));
        eventually(() -> assertThat(folder.resolve("ended.1")).exists());
        try (Started other = work()) {
          assertThat(follow.awaitLine(FIRST_BEAT)).contains(" 2.");
          follow.awaitLine(TWICE_THE_LEASE);
          signal("CONT", stopped);
          runAnotherJobOnThePausedWorker();
          assertThat(show(id)).contains("\"state\":\"running\"", "\"ending\":\"crashed\"");
          Files.createFile(folder.resolve("go.2"));
          follow.awaitLine("ProcessEnd");
          assertThat(other.stop()).isEqualTo(143);
        }
      }
      assertEndedOnce(id);
      assertThat(server.process().isAlive()).isTrue();
    }
  }

  @Test
  @Promise("L3")
  void a_program_that_still_runs_after_the_pause_is_killed() throws Exception {
    try (Started _ = serve();
        Started stopped = work()) {
      String id = submit();
      try (Started follow = Started.waybill(folder, at("events", "--follow", id))) {
        assertThat(follow.awaitLine(FIRST_BEAT)).contains(" 1.");
        signal("STOP", stopped);
        try (Started _ = work()) {
          assertThat(follow.awaitLine(FIRST_BEAT)).contains(" 2.");
          follow.awaitLine(TWICE_THE_LEASE);
          ProcessHandle first = ProcessHandle.of(pid(1)).orElseThrow();
          signal("CONT", stopped);
          first.onExit().get(30, TimeUnit.SECONDS);
          assertThat(folder.resolve("ended.1")).doesNotExist();
          Files.createFile(folder.resolve("go.2"));
          follow.awaitLine("ProcessEnd");
        }
      }
      assertEndedOnce(id);
    }
  }

  /// Only the paused worker is free to run it, after it has reported the program that ended during
  /// the pause.
  private void runAnotherJobOnThePausedWorker() {
    assertThat(Ran.waybill(at("submit", "--follow", "--", "true")).exitCode()).isZero();
  }

  private void assertEndedOnce(String id) {
    assertThat(Ran.waybill(at("jobs", "watch", id)).exitCode()).isZero();
    List<String> events = Ran.waybill(at("events", id)).out().lines().toList();
    assertThat(events.stream().filter(line -> line.contains("ProcessEnd"))).hasSize(1);
    String shown = show(id);
    assertThat(shown).contains("\"state\":\"completed\"");
    assertThat(shown.split("\"ending\":\"completed\"", -1)).hasSize(2);
    assertThat(shown.split("\"ending\":\"crashed\"", -1)).hasSize(2);
  }

  private long pid(int attempt) throws IOException {
    return Long.parseLong(Files.readString(folder.resolve("pid." + attempt)).strip());
  }

  private static void signal(String name, Started to) throws Exception {
    String pid = Long.toString(to.process().pid());
    Process kill = new ProcessBuilder("kill", "-" + name, pid).inheritIO().start();
    assertThat(kill.waitFor()).isZero();
  }

  private String show(String id) {
    return Ran.waybill(at("jobs", "show", id, "--events", "1", "--json")).out();
  }

  private Started serve() throws IOException {
    Started server = Started.waybill(folder, "serve", "--port", "0", "--grpc-port", "0");
    server.awaitLine("ready in");
    return server;
  }

  private Started work() throws IOException {
    Started worker =
        Started.waybill(
            folder,
            "work",
            "--allow-any",
            "--lease-duration",
            LEASE_DURATION,
            "--concurrency",
            "1");
    worker.awaitLine("works for queue");
    return worker;
  }

  private String submit() {
    String where = folder.toString();
    return Ran.waybill(at("submit", "--directory", where, "--", "sh", "-c", PROGRAM)).out().strip();
  }

  /// Adds `--data` to a command, before `--` if it has one.
  private String[] at(String... command) {
    List<String> all = new ArrayList<>(List.of(command));
    int end = all.contains("--") ? all.indexOf("--") : all.size();
    all.addAll(end, List.of("--data", folder.resolve("waybill-data").toString()));
    return all.toArray(String[]::new);
  }
}
