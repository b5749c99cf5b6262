package dev.waybill.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Job;
import dev.waybill.JobEvent;
import dev.waybill.JobId;
import dev.waybill.NewJob;
import dev.waybill.State;
import dev.waybill.conformance.Promise;
import dev.waybill.conformance.Seed;
import dev.waybill.worker.Worker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProcessRunnerTest extends ProcessTest {

  @Test
  @Seed({"S4.8", "S4.16"})
  void a_successful_process_completes_its_job_and_publishes_its_events() {
    JobId id = enqueue("{\"command\":\"echo\",\"args\":[\"hello\",\"world\"]}");
    Job job = run(id);
    assertThat(job.state()).isEqualTo(State.COMPLETED);
    assertThat(Json.read(job.result().orElseThrow()))
        .containsEntry("exit_code", "0")
        .containsEntry("output_bytes", "12")
        .containsEntry("dropped_bytes", "0");
    assertThat(events(id))
        .extracting(JobEvent::type)
        .containsExactly("ProcessStart", "Output", "ProcessEnd");
    assertNoGaps(id);
    assertThat(text(id, "stdout")).isEqualTo("hello world\n");
  }

  @Test
  void the_start_event_has_command_host_and_worker() {
    JobId id = enqueue("{\"command\":\"true\",\"args\":[\"a b\"]}");
    run(id);
    Map<String, String> start = ofType(id, "ProcessStart").getFirst();
    assertThat(start).containsEntry("command", "true").containsKeys("pid", "host");
    assertThat(start.get("worker")).startsWith("here-");
    assertThat(events(id).getFirst().data().text()).contains("\"args\":[\"a b\"]");
  }

  @Test
  void stdout_and_stderr_are_separate_and_in_order() {
    JobId id = shell("echo one; echo two >&2; echo three; echo four >&2");
    run(id);
    assertThat(text(id, "stdout")).isEqualTo("one\nthree\n");
    assertThat(text(id, "stderr")).isEqualTo("two\nfour\n");
    assertNoGaps(id);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 77, 255})
  void an_unlisted_exit_code_is_retried(int code) {
    JobId id = shell("exit " + code);
    Job job = run(id);
    assertThat(job.state()).isEqualTo(State.DEAD);
    assertThat(failure(job).errorClass()).isEqualTo("exit_" + code);
    assertThat(ofType(id, "ProcessEnd"))
        .singleElement()
        .satisfies(end -> assertThat(end).containsEntry("exit_code", String.valueOf(code)));
  }

  @Test
  void a_permanent_exit_code_fails_the_job() {
    JobId listed = shell("exit 2", "\"permanent_exit_codes\":[2,3]");
    assertThat(run(listed).state()).isEqualTo(State.FAILED);
    JobId other = shell("exit 4", "\"permanent_exit_codes\":[2,3]");
    assertThat(run(other).state()).isEqualTo(State.DEAD);
  }

  @Test
  void the_end_of_a_killed_process_names_the_signal() {
    JobId id = shell("kill -SEGV $$");
    Job job = run(id);
    assertThat(failure(job).errorClass()).isEqualTo("exit_139");
    assertThat(ofType(id, "ProcessEnd").getFirst()).containsEntry("signal", "SIGSEGV");
  }

  @Test
  @Promise("X1")
  void an_invalid_job_fails_permanently_with_the_name_of_the_field() {
    Job job = run(enqueue("{\"command\":\"true\",\"colour\":\"red\"}"));
    assertThat(job.state()).isEqualTo(State.FAILED);
    assertThat(failure(job).errorClass()).isEqualTo("invalid_job");
    assertThat(failure(job).message()).contains("colour");
    assertThat(ofType(job.id(), "ProcessError"))
        .singleElement()
        .satisfies(error -> assertThat(error).containsEntry("code", "invalid_job"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"no-such-program", "/no/such/program", "./relative", "/etc/passwd"})
  void an_unknown_command_fails_the_job_permanently(String command) {
    Job job = run(enqueue("{\"command\":" + Json.quote(command) + "}"));
    assertThat(job.state()).isEqualTo(State.FAILED);
    assertThat(failure(job).errorClass()).isEqualTo("command_not_found");
    assertThat(events(job.id())).extracting(JobEvent::type).containsExactly("ProcessError");
  }

  @Test
  void it_runs_in_its_working_directory() throws Exception {
    Path place = Files.createDirectory(folder.resolve("place")).toRealPath();
    JobId id = shell("pwd", "\"working_directory\":" + Json.quote(place.toString()));
    run(id);
    assertThat(text(id, "stdout")).isEqualTo(place + "\n");
  }

  @Test
  void a_relative_path_is_resolved_in_the_working_directory() throws Exception {
    Path program = folder.resolve("program");
    Files.writeString(program, "#!/bin/sh\necho I am here\n");
    assertThat(program.toFile().setExecutable(true)).isTrue();
    JobId id =
        enqueue(
            "{\"command\":\"./program\",\"working_directory\":"
                + Json.quote(folder.toString())
                + "}");
    run(id);
    assertThat(text(id, "stdout")).isEqualTo("I am here\n");
  }

  @Test
  void a_missing_working_directory_fails_the_job() {
    Job job = run(shell("true", "\"working_directory\":\"/no/such/folder\""));
    assertThat(job.state()).isEqualTo(State.FAILED);
    assertThat(failure(job).errorClass()).isEqualTo("no_working_directory");
  }

  @Test
  void the_environment_has_variables_of_the_worker_and_of_the_job() {
    JobId id =
        shell(
            "echo $COLOUR-$WAYBILL_JOB_ID-$WAYBILL_ATTEMPT; test -n \"$PATH\"",
            "\"env\":{\"COLOUR\":\"dark red\"}");
    assertThat(run(id).state()).isEqualTo(State.COMPLETED);
    assertThat(text(id, "stdout")).isEqualTo("dark red-" + id + "-" + find(id).attempt() + "\n");
  }

  @Test
  void variables_of_the_worker_are_hidden_by_default() throws CannotRun {
    Job job = find(shell("true"));
    Map<String, String> variables =
        new HashMap<>(
            Map.of(
                "WAYBILL_API_KEY",
                "secret",
                "WAYBILL_JOB_ID",
                "other",
                "TRACEPARENT",
                "of whoever started the worker",
                "OTEL_EXPORTER_OTLP_HEADERS",
                "secret",
                "LC_TIME",
                "C",
                "HOME",
                "/srv/ada",
                "AWS_REGION",
                "here"));
    RunPolicy policy = RunPolicy.ANY.passing(Set.of("AWS_*"));
    Launcher.prepare(variables, policy, ProcessSpecJson.read(job.payload()), job, Optional.empty());
    assertThat(variables)
        .containsOnlyKeys("LC_TIME", "HOME", "AWS_REGION", "WAYBILL_JOB_ID", "WAYBILL_ATTEMPT")
        .containsEntry("WAYBILL_JOB_ID", job.id().toString());
  }

  @Test
  void the_process_gets_the_trace_context_of_its_job() {
    String trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    JobId id =
        enqueue(
            NewJob.builder(ProcessRunner.TYPE)
                .payload("{\"command\":\"sh\",\"args\":[\"-c\",\"echo $TRACEPARENT\"]}")
                .traceContext(trace));
    run(id);
    assertThat(text(id, "stdout")).isEqualTo(trace + "\n");
  }

  @Test
  @Promise("X1")
  void a_job_cannot_change_the_path_for_command_lookup() throws Exception {
    Path impostor = folder.resolve("echo");
    Files.writeString(impostor, "#!/bin/sh\nprintf fooled\n");
    assertThat(impostor.toFile().setExecutable(true)).isTrue();
    String path = Json.quote(folder.toString());
    JobId id =
        enqueue("{\"command\":\"echo\",\"args\":[\"true\"],\"env\":{\"PATH\":" + path + "}}");
    run(id);
    assertThat(text(id, "stdout")).isEqualTo("true\n");
  }

  @Test
  @Seed("S4.16")
  void the_process_reads_the_stdin_of_the_job() {
    JobId text = shell("cat; echo end", "\"stdin\":\"two\\nlines €\\n\"");
    JobId bytes = shell("cat", "\"stdin_base64\":\"/wAK\"");
    run(text);
    run(bytes);
    assertThat(text(text, "stdout")).isEqualTo("two\nlines €\nend\n");
    assertThat(output(bytes, "stdout")).containsExactly(0xFF, 0, '\n');
    assertThat(buffers().toFile().list()).containsExactly("lock");
  }

  @Test
  void the_process_may_ignore_its_stdin() {
    JobId id = shell("echo end", "\"stdin\":\"" + "x".repeat(1 << 20) + "\"");
    assertThat(run(id).state()).isEqualTo(State.COMPLETED);
  }

  @Test
  void stdin_is_empty_by_default() {
    JobId id = shell("cat; echo end");
    run(id);
    assertThat(text(id, "stdout")).isEqualTo("end\n");
  }

  @Test
  void binary_output_is_unchanged() {
    JobId id = shell("printf 'a\\377\\000b\\303'");
    run(id);
    assertThat(output(id, "stdout")).containsExactly('a', 0xFF, 0, 'b', 0xC3);
    assertThat(ofType(id, "Output")).anySatisfy(data -> assertThat(data).containsKey("base64"));
  }

  @Test
  void a_character_written_in_pieces_is_not_split() throws Exception {
    Path go = folder.resolve("go");
    JobId id = shell("printf 'x\\342\\202'; until [ -e " + go + " ]; do :; done; printf '\\254y'");
    try (ProcessRunner runner = runner().open();
        Worker _ = worker(runner).start()) {
      awaitOutput(id, "x");
      Files.createFile(go);
      ended(id);
    }
    assertThat(ofType(id, "Output"))
        .extracting(data -> data.get("text"))
        .containsExactly("x", "€y");
  }

  @Test
  void a_process_with_pty_runs_on_a_terminal() {
    JobId id = shell("test -t 1 && echo \"it's a terminal\"; exit 3", "\"pty\":true");
    Job job = run(id);
    assertThat(text(id, "stdout")).isEqualTo("it's a terminal\r\n");
    assertThat(failure(job).errorClass()).isEqualTo("exit_3");
  }

  @Test
  void the_terminal_has_a_size() {
    JobId id = shell("stty size", "\"pty\":true");
    run(id);
    assertThat(text(id, "stdout")).isEqualTo("24 80\r\n");
  }

  @Test
  void a_job_with_pty_fails_without_the_script_program() {
    JobId id = shell("true", "\"pty\":true");
    try (ProcessRunner runner = runner().tools(SystemTools.NONE).open();
        Worker _ = worker(runner).start()) {
      assertThat(failure(ended(id)).errorClass()).isEqualTo("no_pty");
    }
    assertThat(find(id).state()).isEqualTo(State.FAILED);
  }

  @Test
  void a_long_process_sends_heartbeats() {
    JobId id = shell("echo 12345; exec sleep 1000");
    try (ProcessRunner runner = runner().heartbeatEvery(Duration.ofMillis(50)).open();
        Worker _ = worker(runner).start()) {
      List<Map<String, String>> beats = awaitEvents(id, "Heartbeat");
      assertThat(beats.getFirst()).containsKeys("elapsed_ms", "output_bytes", "dropped_bytes");
      waybill.cancel(id);
      awaitState(id, State.CANCELLED);
    }
  }

  @Test
  void the_buffer_is_deleted_after_the_attempt() throws Exception {
    run(shell("echo something"));
    try (var files = Files.list(buffers())) {
      assertThat(files).extracting(file -> file.getFileName().toString()).containsExactly("lock");
    }
  }
}
