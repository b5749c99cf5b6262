package dev.waybill.runner;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.EventCursor;
import dev.waybill.Failure;
import dev.waybill.Job;
import dev.waybill.JobEvent;
import dev.waybill.JobId;
import dev.waybill.NewJob;
import dev.waybill.RetryPolicy;
import dev.waybill.State;
import dev.waybill.Waybill;
import dev.waybill.settings.Settings;
import dev.waybill.worker.Worker;
import dev.waybill.worker.WorkerBuilder;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Base class: real processes, run by a worker on the embedded store.
@Timeout(90)
abstract class ProcessTest {

  @TempDir Path folder;

  Waybill waybill;
  FlakySource source;

  @BeforeEach
  void open() {
    waybill =
        Waybill.open(
            folder.resolve("store"), Settings.DEFAULT.withMaintenanceEvery(Duration.ofMillis(20)));
    source = new FlakySource(waybill);
  }

  @AfterEach
  void close() {
    waybill.close();
  }

  ProcessRunnerBuilder runner() {
    return ProcessRunner.builder(source, buffers()).batch(32 * 1024, Duration.ofMillis(20));
  }

  Path buffers() {
    return folder.resolve("buffers");
  }

  /// The lease is long: on a busy machine a short one could be lost, which kills the process.
  WorkerBuilder worker(ProcessRunner runner) {
    return Worker.builder(source)
        .name("here")
        .patience(Duration.ofMillis(20))
        .leaseDuration(Duration.ofMinutes(1))
        .handle(ProcessRunner.TYPE, runner);
  }

  /// A job whose command is a shell script.
  JobId shell(String script, String... fields) {
    List<String> all = new ArrayList<>();
    all.add("\"command\":\"sh\"");
    all.add("\"args\":[\"-c\"," + Json.quote(script) + "]");
    all.addAll(List.of(fields));
    return enqueue("{" + String.join(",", all) + "}");
  }

  JobId enqueue(String payload) {
    return enqueue(NewJob.builder(ProcessRunner.TYPE).payload(payload));
  }

  JobId enqueue(NewJob.Builder job) {
    return waybill.enqueue(job.retry(RetryPolicy.never().withMaxCrashes(1)).build()).id();
  }

  /// Runs a job until it has finished.
  Job run(JobId id) {
    try (ProcessRunner runner = runner().open();
        Worker _ = worker(runner).start()) {
      return ended(id);
    }
  }

  Job ended(JobId id) {
    eventually(() -> assertThat(find(id).state().isTerminal()).isTrue());
    return find(id);
  }

  Job find(JobId id) {
    return waybill.find(id).orElseThrow();
  }

  void awaitState(JobId id, State state) {
    eventually(() -> assertThat(find(id).state()).isEqualTo(state));
  }

  static Failure failure(Job job) {
    return job.failure().orElseThrow();
  }

  List<JobEvent> events(JobId id) {
    List<JobEvent> all = new ArrayList<>();
    List<JobEvent> page = waybill.events(id, EventCursor.START, 1000);
    while (!page.isEmpty()) {
      all.addAll(page);
      page = waybill.events(id, page.getLast().cursor(), 1000);
    }
    return all;
  }

  /// Waits for events of a type and returns all of them.
  List<Map<String, String>> awaitEvents(JobId id, String type) {
    eventually(() -> assertThat(events(id)).extracting(JobEvent::type).contains(type));
    return ofType(id, type);
  }

  List<Map<String, String>> ofType(JobId id, String type) {
    return events(id).stream()
        .filter(event -> event.type().equals(type))
        .map(event -> Json.read(event.data()))
        .toList();
  }

  long pidOf(JobId id) {
    return Long.parseLong(awaitEvents(id, "ProcessStart").getFirst().get("pid"));
  }

  void awaitOutput(JobId id, String text) {
    eventually(() -> assertThat(text(id, "stdout")).contains(text));
  }

  String text(JobId id, String stream) {
    return new String(output(id, stream), StandardCharsets.UTF_8);
  }

  byte[] output(JobId id, String stream) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (Map<String, String> data : ofType(id, "Output")) {
      if (stream.equals(data.get("stream"))) {
        bytes.writeBytes(bytesOf(data));
      }
    }
    return bytes.toByteArray();
  }

  static byte[] bytesOf(Map<String, String> data) {
    String text = data.get("text");
    return text != null
        ? text.getBytes(StandardCharsets.UTF_8)
        : Base64.getDecoder().decode(data.get("base64"));
  }

  static void awaitGone(long group) {
    eventually(() -> assertThat(ProcessTable.read().hasAnyOf(Set.of(group))).isFalse());
  }

  /// Asserts that sequences start at 1 without gaps: no event is lost or duplicated.
  void assertNoGaps(JobId id) {
    List<Long> sequences = events(id).stream().map(JobEvent::sequence).toList();
    for (int i = 0; i < sequences.size(); i++) {
      assertThat(sequences.get(i)).isEqualTo(i + 1L);
    }
  }
}
