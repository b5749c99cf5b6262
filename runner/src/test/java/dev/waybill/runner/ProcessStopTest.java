package dev.waybill.runner;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Attempt;
import dev.waybill.Attempt.Ending;
import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.NewJob;
import dev.waybill.State;
import dev.waybill.conformance.Promise;
import dev.waybill.worker.Worker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ProcessStopTest extends ProcessTest {

  private static final Duration LONG = Duration.ofMinutes(5);
  private static final Duration SHORT = Duration.ofMillis(100);

  @Test
  @Promise("S3")
  void cancelling_ends_the_whole_group() {
    JobId id = shell("sleep 1000 & sleep 1000");
    try (ProcessRunner runner = runner().killGrace(LONG).open();
        Worker _ = worker(runner).start()) {
      long group = pidOf(id);
      waybill.cancel(id);
      awaitState(id, State.CANCELLED);
      assertThat(ProcessTable.read().hasAnyOf(Set.of(group))).isFalse();
    }
    assertThat(failure(find(id)).errorClass()).isEqualTo("cancelled");
    assertThat(ofType(id, "ProcessEnd").getFirst())
        .containsEntry("exit_code", "143")
        .containsEntry("signal", "SIGTERM");
  }

  @Test
  void a_process_that_ignores_term_is_killed() {
    JobId id =
        shell("trap '' TERM; (trap '' TERM; while :; do sleep 1000; done) & echo deaf; wait");
    try (ProcessRunner runner = runner().killGrace(SHORT).open();
        Worker _ = worker(runner).start()) {
      long group = pidOf(id);
      awaitOutput(id, "deaf");
      waybill.cancel(id);
      awaitState(id, State.CANCELLED);
      assertThat(ProcessTable.read().hasAnyOf(Set.of(group))).isFalse();
    }
    assertThat(ofType(id, "ProcessEnd").getFirst())
        .containsEntry("exit_code", "137")
        .containsEntry("signal", "SIGKILL");
  }

  @Test
  void output_during_the_grace_period_is_kept() {
    JobId id = shell("trap 'echo tidied; exit 0' TERM; echo ready; while :; do sleep 0.01; done");
    try (ProcessRunner runner = runner().killGrace(LONG).open();
        Worker _ = worker(runner).start()) {
      awaitOutput(id, "ready");
      waybill.cancel(id);
      awaitState(id, State.CANCELLED);
    }
    assertThat(text(id, "stdout")).isEqualTo("ready\ntidied\n");
    assertThat(ofType(id, "ProcessEnd").getFirst()).containsEntry("exit_code", "0");
  }

  @Test
  void a_process_that_exceeds_its_timeout_is_ended_and_retried() {
    JobId id = shell("sleep 1000", "\"timeout\":\"100ms\"");
    Job job = run(id);
    assertThat(failure(job).errorClass()).isEqualTo("timeout");
    assertThat(waybill.attempts(id)).extracting(Attempt::ending).containsExactly(Ending.ERROR);
    assertThat(ofType(id, "ProcessError").getFirst()).containsEntry("code", "timeout");
    assertThat(ofType(id, "ProcessEnd").getFirst()).containsEntry("signal", "SIGTERM");
    awaitGone(pidOf(id));
  }

  @Test
  void the_timeout_of_the_job_ends_the_process_too() {
    String payload = "{\"command\":\"sleep\",\"args\":[\"1000\"]}";
    JobId id =
        enqueue(NewJob.builder(ProcessRunner.TYPE).payload(payload).timeout(Duration.ofSeconds(2)));
    try (ProcessRunner runner = runner().killGrace(LONG).open();
        Worker _ = worker(runner).start()) {
      long group = pidOf(id);
      assertThat(failure(ended(id)).errorClass()).isEqualTo("timeout");
      awaitGone(group);
    }
  }

  @Test
  @Promise("L2")
  void a_lost_lease_ends_the_process_at_once() {
    JobId id = shell("trap '' TERM; echo started; while :; do sleep 0.1; done");
    try (ProcessRunner runner = runner().killGrace(LONG).open();
        Worker _ = worker(runner).leaseDuration(Duration.ofMillis(600)).start()) {
      long group = pidOf(id);
      source.extendingFails = true;
      awaitGone(group);
    }
    awaitState(id, State.DEAD);
    assertThat(waybill.attempts(id)).extracting(Attempt::ending).containsExactly(Ending.CRASHED);
  }

  @Test
  @Promise("L2")
  void a_possibly_lost_lease_ends_the_process_without_an_error() {
    JobId id = shell("echo started; while :; do sleep 0.1; done");
    try (ProcessRunner runner = runner().killGrace(LONG).open();
        Worker _ = worker(runner).leaseDuration(Duration.ofMillis(600)).start()) {
      long group = pidOf(id);
      source.extendAnswersGetLost = true;
      awaitGone(group);
      awaitState(id, State.DEAD);
    }
    assertThat(waybill.attempts(id)).extracting(Attempt::ending).containsExactly(Ending.CRASHED);
  }

  @Test
  @Promise("S1")
  void a_stopping_worker_ends_the_process_and_releases_the_job() {
    JobId id = shell("trap '' TERM; echo started; while :; do sleep 0.1; done");
    try (ProcessRunner runner = runner().stopGrace(SHORT).open()) {
      Worker worker = worker(runner).start();
      long group = pidOf(id);
      awaitOutput(id, "started");
      worker.close(Duration.ZERO);
      assertThat(ProcessTable.read().hasAnyOf(Set.of(group))).isFalse();
    }
    assertThat(find(id).state()).isEqualTo(State.QUEUED);
    assertThat(waybill.attempts(id)).extracting(Attempt::ending).containsExactly(Ending.RELEASED);
    assertThat(ofType(id, "ProcessEnd")).hasSize(1);
  }

  @Test
  void a_stopping_worker_waits_for_the_process_during_the_grace_period() {
    JobId id = shell("echo started; sleep 0.3; echo done");
    try (ProcessRunner runner = runner().open()) {
      Worker worker = worker(runner).start();
      pidOf(id);
      worker.close(LONG);
    }
    assertThat(find(id).state()).isEqualTo(State.COMPLETED);
  }

  @Test
  void remaining_child_processes_are_ended() {
    JobId id = shell("sleep 1000 & (trap '' TERM; while :; do sleep 0.1; done) & exit 0");
    try (ProcessRunner runner = runner().killGrace(SHORT).open();
        Worker _ = worker(runner).start()) {
      long group = pidOf(id);
      assertThat(ended(id).state()).isEqualTo(State.COMPLETED);
      assertThat(ProcessTable.read().hasAnyOf(Set.of(group))).isFalse();
    }
  }

  @Test
  void remaining_child_processes_get_term_before_kill() {
    String ready = folder.resolve("ready").toString();
    Path tidied = folder.resolve("tidied");
    JobId id =
        shell(
            // Its output ends with the process itself; a shell that prints "Terminated" would fail
            // on that.
            "(trap 'echo > %2$s; exit' TERM; echo > %1$s; while :; do sleep 0.01; done) 2> /dev/null & "
                    .formatted(ready, tidied)
                + "until [ -e %s ]; do :; done".formatted(ready));
    try (ProcessRunner runner = runner().killGrace(LONG).open();
        Worker _ = worker(runner).start()) {
      assertThat(ended(id).state()).isEqualTo(State.COMPLETED);
    }
    assertThat(tidied).exists();
  }

  @Test
  void a_process_that_left_the_group_does_not_delay_the_end() {
    JobId id =
        shell(
            "setsid sleep 30 & until [ \"$(cut -d' ' -f6 /proc/$!/stat)\" = $! ]; do :; done; echo"
                + " $!");
    Job job = run(id);
    assertThat(job.state()).isEqualTo(State.COMPLETED);
    ProcessHandle escaped =
        ProcessHandle.of(Long.parseLong(text(id, "stdout").strip())).orElseThrow();
    assertThat(escaped.destroyForcibly()).isTrue();
  }

  @Test
  void cancelling_ends_processes_on_a_terminal() {
    JobId id = shell("trap '' HUP; sleep 1000 & echo $$; sleep 1000", "\"pty\":true");
    try (ProcessRunner runner = runner().killGrace(SHORT).open();
        Worker _ = worker(runner).start()) {
      long group = pidOf(id);
      awaitOutput(id, "\n");
      long inside = Long.parseLong(text(id, "stdout").strip());
      waybill.cancel(id);
      awaitState(id, State.CANCELLED);
      assertThat(ProcessTable.read().hasAnyOf(Set.of(group, inside))).isFalse();
    }
  }

  @Test
  void without_groups_the_known_descendants_are_ended() {
    JobId id = shell("sleep 1000 & echo $!; sleep 1000");
    try (ProcessRunner runner = runner().tools(SystemTools.NONE).killGrace(SHORT).open();
        Worker _ = worker(runner).start()) {
      awaitOutput(id, "\n");
      long child = Long.parseLong(text(id, "stdout").strip());
      waybill.cancel(id);
      awaitState(id, State.CANCELLED);
      eventually(() -> assertThat(isRunning(child)).isFalse());
    }
  }

  @Test
  void a_job_that_was_cancelled_before_it_began_starts_nothing() {
    JobId id = shell("echo hello");
    waybill.cancel(id);
    assertThat(run(id).state()).isEqualTo(State.CANCELLED);
    assertThat(events(id)).isEmpty();
  }

  private static boolean isRunning(long pid) {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }
}
