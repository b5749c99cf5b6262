package dev.waybill.runner;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.NewEvent;
import dev.waybill.State;
import dev.waybill.conformance.Promise;
import dev.waybill.conformance.Seed;
import dev.waybill.worker.Worker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ProcessOutageTest extends ProcessTest {

  private static final Duration SHORT = Duration.ofMillis(200);
  private static final Duration LONG = Duration.ofMinutes(5);

  @Test
  void a_process_continues_while_the_source_is_down_and_no_output_is_lost() throws Exception {
    Path go = folder.resolve("go");
    JobId id = shell("echo before; until [ -e " + go + " ]; do :; done; seq 1 20000; echo after");
    try (ProcessRunner runner = runner().open();
        Worker _ = worker(runner).start()) {
      awaitOutput(id, "before");
      source.unreachable = _ -> true;
      Files.createFile(go);
      eventually(() -> assertThat(source.failures.get()).isPositive());
      awaitGone(pidOf(id));
      assertThat(text(id, "stdout")).isEqualTo("before\n");
      source.unreachable = _ -> false;
      assertThat(ended(id).state()).isEqualTo(State.COMPLETED);
    }
    String numbers =
        IntStream.rangeClosed(1, 20_000)
            .mapToObj(String::valueOf)
            .collect(Collectors.joining("\n"));
    assertThat(text(id, "stdout")).isEqualTo("before\n" + numbers + "\nafter\n");
    assertNoGaps(id);
  }

  @Test
  @Promise("V1")
  @Seed({"S4.8", "S4.20"})
  void a_lost_response_causes_no_duplicate_events() {
    source.lostAnswers.set(3);
    JobId id = shell("seq 1 5");
    assertThat(run(id).state()).isEqualTo(State.COMPLETED);
    assertThat(text(id, "stdout")).isEqualTo("1\n2\n3\n4\n5\n");
    assertNoGaps(id);
  }

  @Test
  @Seed("S4.16")
  void a_process_is_ended_if_its_start_cannot_be_published() {
    source.unreachable = _ -> true;
    String mark = folder.resolve("mark").toString();
    JobId id = shell(": " + mark + "; sleep 1000");
    try (ProcessRunner runner = runner().patience(SHORT, LONG).open();
        Worker _ = worker(runner).start()) {
      assertThat(failure(ended(id)).errorClass()).isEqualTo("start_not_published");
      eventually(() -> assertThat(processesWith(mark)).isEmpty());
    }
  }

  @Test
  @Seed("S4.16")
  void an_attempt_fails_if_its_end_cannot_be_published() {
    source.unreachable = type("ProcessEnd");
    JobId id = shell("exit 0");
    try (ProcessRunner runner = runner().patience(LONG, SHORT).open();
        Worker _ = worker(runner).start()) {
      assertThat(failure(ended(id)).errorClass()).isEqualTo("end_not_published");
    }
    assertThat(find(id).state()).isEqualTo(State.DEAD);
  }

  @Test
  @Seed("S4.16")
  void output_above_the_buffer_limit_is_dropped_and_counted() {
    source.unreachable = type("Output");
    JobId id = shell("yes 0123456789012345678901234567890123456789 | head -c 1000000; echo x >&2");
    Job job;
    try (ProcessRunner runner = runner().maxBufferedBytes(100_000).open();
        Worker _ = worker(runner).start()) {
      awaitGone(pidOf(id));
      source.unreachable = _ -> false;
      job = ended(id);
    }
    assertThat(job.state()).isEqualTo(State.COMPLETED);
    Map<String, String> end = ofType(id, "ProcessEnd").getFirst();
    long kept = (long) output(id, "stdout").length + output(id, "stderr").length;
    assertThat(end).containsEntry("output_bytes", "1000002");
    assertThat(Long.parseLong(end.get("dropped_bytes"))).isEqualTo(1_000_002 - kept);
    assertThat(kept).isBetween(50_000L, 110_000L);
    assertThat(ofType(id, "Heartbeat"))
        .anySatisfy(beat -> assertThat(beat.get("dropped_bytes")).isNotEqualTo("0"));
    assertNoGaps(id);
  }

  @Test
  void an_error_is_settled_even_if_events_cannot_be_published() {
    source.unreachable = _ -> true;
    Job job = run(enqueue("{\"command\":\"no-such-program\"}"));
    assertThat(failure(job).errorClass()).isEqualTo("command_not_found");
  }

  private static Predicate<NewEvent> type(String name) {
    return event -> event.type().equals(name);
  }

  /// Those that still run and have the text in their command line.
  private static List<ProcessHandle> processesWith(String text) {
    return ProcessHandle.allProcesses()
        .filter(process -> process.info().commandLine().orElse("").contains(text))
        .toList();
  }
}
