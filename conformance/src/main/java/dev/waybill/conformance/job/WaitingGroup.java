package dev.waybill.conformance.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Job;
import dev.waybill.Outcome;
import dev.waybill.Priority;
import dev.waybill.State;
import dev.waybill.conformance.Promise;
import dev.waybill.engine.Transitions;
import dev.waybill.spi.QueueKey;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

abstract class WaitingGroup extends JobStoreGroup {

  private List<Job> waitingFor(Duration time) {
    return store().waiting(queue(), now().minus(time), 100);
  }

  @Test
  @Promise("L5")
  void long_waiting_jobs_are_found_in_every_lane() {
    Job old = submit();
    Job urgent = submit(job().priority(Priority.HIGH));
    submit(job().queue("other"));
    elapse(SHORT.multipliedBy(2));
    Job young = submit();
    assertThat(waitingFor(SHORT))
        .extracting(Job::id)
        .containsExactlyInAnyOrder(old.id(), urgent.id());
    assertThat(waitingFor(SHORT)).doesNotContain(young).contains(found(old));
    assertThat(store().waiting(queue(), now().minus(SHORT), 1)).hasSize(1);
    assertThat(store().waiting(new QueueKey(tenant, "unused"), now(), 10)).isEmpty();
  }

  @Test
  @Promise("L5")
  void waiting_starts_when_a_job_is_due() {
    Job later = submit(job().delay(SHORT.multipliedBy(2)));
    elapse(SHORT.multipliedBy(2).plusMillis(5));
    assertThat(waitingFor(SHORT)).isEmpty();
    elapse(SHORT.plusMillis(5));
    assertThat(waitingFor(SHORT)).extracting(Job::id).containsExactly(later.id());
  }

  @Test
  @Promise("L5")
  void running_and_finished_jobs_do_not_wait_and_a_retry_restarts_the_wait() {
    submit();
    elapse(SHORT.multipliedBy(2));
    Job leased = lease();
    assertThat(waitingFor(SHORT)).isEmpty();
    assertDone(settle(leased, Outcome.retry("again")));
    assertThat(waitingFor(SHORT)).isEmpty();
    elapse(SHORT.plusMillis(5));
    assertThat(waitingFor(SHORT)).extracting(Job::id).containsExactly(leased.id());
  }

  @Test
  @Promise({"L5", "E1"})
  void the_waiting_time_survives_a_crash_and_the_job_can_be_failed() {
    Job job = submit();
    elapse(SHORT.multipliedBy(2));
    crash();
    Job found = waitingFor(SHORT).getFirst();
    assertThat(found.id()).isEqualTo(job.id());
    apply(Transitions.waitedTooLong(found, SHORT));
    assertThat(found(job).state()).isEqualTo(State.FAILED);
    assertThat(found(job).failure().orElseThrow().errorClass()).isEqualTo("expired");
    assertThat(waitingFor(SHORT)).isEmpty();
  }
}
