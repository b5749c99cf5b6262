package dev.waybill.conformance.job;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Attempt;
import dev.waybill.Failure;
import dev.waybill.Job;
import dev.waybill.JobFilter;
import dev.waybill.Outcome;
import dev.waybill.Payload;
import dev.waybill.State;
import dev.waybill.conformance.Background;
import dev.waybill.conformance.Promise;
import dev.waybill.engine.Transitions;
import dev.waybill.spi.Applied;
import dev.waybill.spi.JobQuery;
import dev.waybill.spi.Step;
import java.util.List;
import org.junit.jupiter.api.Test;

abstract class DeadLettersGroup extends JobStoreGroup {

  private static Step redrive(Job dead) {
    return Transitions.redriven(dead).orElseThrow();
  }

  @Test
  @Promise("D1")
  void a_dead_letter_keeps_its_request_and_its_last_error() {
    Job job = submit(job().payload("precious").tags("vip").correlationId("c-1"));
    Job dead = killed(lease());
    assertThat(dead.state()).isEqualTo(State.DEAD);
    assertThat(dead.request()).isEqualTo(job.request());
    assertThat(dead.payload()).isEqualTo(Payload.of("precious"));
    assertThat(dead.progress().failure()).isEqualTo(Failure.of("retry", "broken"));
    assertNothingToLease();
  }

  @Test
  @Promise("D1")
  void a_dead_letter_keeps_every_error() {
    Job job = submit();
    for (int n = 0; n < POLICY.maxErrors(); n++) {
      assertDone(settle(lease(), Outcome.retry("error " + n, NOW)));
    }
    eventually(
        () ->
            assertThat(store().attempts(key(job)))
                .extracting(Attempt::failure)
                .containsExactly(
                    Failure.of("retry", "error 0"),
                    Failure.of("retry", "error 1"),
                    Failure.of("retry", "error 2")));
  }

  @Test
  @Promise("D1")
  void a_redriven_job_starts_a_generation_with_reset_counts() {
    Job dead = dead();
    assertDone(apply(redrive(dead)));
    Job again = lease();
    assertThat(again.id()).isEqualTo(dead.id());
    assertThat(again.attempt()).isEqualTo(dead.attempt() + 1);
    assertThat(again.progress().generation()).isEqualTo(1);
    assertThat(again.progress().errors()).isZero();
    assertThat(again.progress().crashes()).isZero();
  }

  @Test
  @Promise("D1")
  void a_redriven_job_keeps_its_history() {
    Job dead = dead();
    assertDone(apply(redrive(dead)));
    assertDone(complete(lease()));
    eventually(
        () ->
            assertThat(store().attempts(key(dead)))
                .extracting(Attempt::ending)
                .containsExactly(Attempt.Ending.ERROR, Attempt.Ending.COMPLETED));
    assertThat(found(dead).progress().failure()).isEqualTo(Failure.of("retry", "broken"));
  }

  @Test
  @Promise("D1")
  void a_job_can_be_dead_and_redriven_repeatedly() {
    Job dead = dead();
    for (int generation = 1; generation <= 3; generation++) {
      assertDone(apply(redrive(found(dead))));
      assertThat(killed(lease()).progress().generation()).isEqualTo(generation);
    }
  }

  @Test
  @Promise("D1")
  void redriving_twice_runs_the_job_once() {
    Job dead = dead();
    assertDone(apply(redrive(dead)));
    assertStale(apply(redrive(dead)));
    assertDone(complete(lease()));
    assertStale(apply(redrive(dead)));
    assertNothingToLease();
  }

  @Test
  @Promise("D1")
  void of_two_concurrent_redrives_one_succeeds() {
    for (int round = 0; round < 20; round++) {
      Job dead = dead();
      List<Applied> answers = Background.together(2, () -> apply(redrive(dead)));
      assertThat(answers).filteredOn(Applied.Done.class::isInstance).hasSize(1);
      assertThat(answers).contains(new Applied.Stale());
      assertDone(complete(lease()));
      assertNothingToLease();
    }
  }

  @Test
  @Promise({"D1", "E1"})
  void a_dead_letter_can_be_redriven_after_a_crash_and_the_redrive_survives_one() {
    Job dead = dead();
    crash();
    assertDone(apply(redrive(found(dead))));
    crash();
    assertThat(lease().id()).isEqualTo(dead.id());
  }

  @Test
  @Promise("D1")
  void dead_letters_can_be_listed_and_redriven_together() {
    submitMany(5);
    for (int n = 0; n < 5; n++) {
      killed(lease());
    }
    JobQuery query = new JobQuery(tenant, JobFilter.ALL.withStates(State.DEAD), 10, null);
    eventually(() -> assertThat(store().browse(query).items()).hasSize(5));
    List<Step> steps =
        store().browse(query).items().stream().map(DeadLettersGroup::redrive).toList();
    assertThat(store().apply(steps)).allSatisfy(JobStoreGroup::assertDone);
    assertThat(store().lease(leaseQuery("worker", 10, LONG))).hasSize(5);
    eventually(() -> assertThat(store().browse(query).items()).isEmpty());
  }
}
