package dev.waybill.conformance.job;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Attempt;
import dev.waybill.Attempt.Ending;
import dev.waybill.Failure;
import dev.waybill.Job;
import dev.waybill.Outcome;
import dev.waybill.conformance.Promise;
import dev.waybill.settings.Limits;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

abstract class HistoryGroup extends JobStoreGroup {

  private List<Attempt> attempts(Job job) {
    return store().attempts(key(job));
  }

  @Test
  @Promise("D1")
  void a_job_that_never_ran_has_no_attempts() {
    assertThat(attempts(submit())).isEmpty();
  }

  @Test
  @Promise("D1")
  void a_running_attempt_has_a_start_and_no_end() {
    submit();
    Job leased = lease("worker-1", LONG);
    eventually(
        () ->
            assertThat(attempts(leased))
                .containsExactly(
                    new Attempt(1, "worker-1", leased.progress().updatedAt(), null, null, null)));
  }

  @Test
  @Promise("D1")
  void every_attempt_has_worker_times_ending_and_error() {
    submit();
    Job first = lease("worker-1", LONG);
    elapse(Duration.ofMillis(20));
    assertDone(settle(first, Outcome.retry("busy", NOW)));
    Job afterFirst = found(first);
    Job second = lease("worker-2", LONG);
    elapse(Duration.ofMillis(20));
    assertDone(complete(second));
    Job afterSecond = found(first);
    Attempt one =
        new Attempt(
            1,
            "worker-1",
            first.progress().updatedAt(),
            afterFirst.progress().updatedAt(),
            Ending.ERROR,
            Failure.of("retry", "busy"));
    Attempt two =
        new Attempt(
            2,
            "worker-2",
            second.progress().updatedAt(),
            afterSecond.progress().updatedAt(),
            Ending.COMPLETED,
            null);
    eventually(() -> assertThat(attempts(first)).containsExactly(one, two));
    crash();
    eventually(() -> assertThat(attempts(first)).containsExactly(one, two));
  }

  @Test
  @Promise("D1")
  void every_ending_of_an_attempt_is_recorded() {
    Job job = submit();
    assertDone(settle(lease(), Outcome.snooze(NOW)));
    assertDone(settle(lease(), new Outcome.Release()));
    assertDone(settle(lease(), Outcome.retry("error", NOW)));
    Job vanished = lease("vanished", SHORT);
    elapse(SHORT.plusMillis(1));
    assertDone(giveBack(vanished));
    assertDone(settle(lease(), Outcome.fail("failed")));
    eventually(
        () ->
            assertThat(attempts(job))
                .extracting(Attempt::ending)
                .containsExactly(
                    Ending.SNOOZED, Ending.RELEASED, Ending.ERROR, Ending.CRASHED, Ending.FAILED));
    assertThat(attempts(job)).extracting(Attempt::number).containsExactly(1, 2, 3, 4, 5);
  }

  @Test
  @Promise("D1")
  void a_rejected_job_has_one_attempt_with_the_reason() {
    Job job = submit();
    assertDone(settle(lease(), Outcome.reject("cannot be read")));
    eventually(
        () ->
            assertThat(attempts(job))
                .singleElement()
                .satisfies(
                    only -> {
                      assertThat(only.ending()).isEqualTo(Ending.FAILED);
                      assertThat(only.failure()).isEqualTo(Failure.of("reject", "cannot be read"));
                    }));
  }

  @Test
  @Promise({"D1", "S3"})
  void a_cancel_request_does_not_end_an_attempt() {
    submit();
    Job leased = lease();
    cancel(leased);
    eventually(() -> assertThat(attempts(leased)).extracting(Attempt::ending).containsOnlyNulls());
    assertDone(settle(found(leased), new Outcome.Release()));
    eventually(
        () ->
            assertThat(attempts(leased))
                .extracting(Attempt::ending)
                .containsExactly(Ending.CANCELLED));
  }

  @Test
  @Promise("V2")
  void the_latest_attempts_are_kept_up_to_the_limit() {
    Job job = submit();
    int more = Limits.ATTEMPTS_KEPT + 5;
    for (int n = 0; n < more; n++) {
      assertDone(settle(lease(), new Outcome.Release()));
    }
    eventually(
        () -> {
          List<Attempt> kept = attempts(job);
          assertThat(kept).hasSize(Limits.ATTEMPTS_KEPT);
          assertThat(kept.getFirst().number()).isEqualTo(6);
          assertThat(kept.getLast().number()).isEqualTo(more);
        });
    assertThat(found(job).attempt()).isEqualTo(more + 1);
  }
}
