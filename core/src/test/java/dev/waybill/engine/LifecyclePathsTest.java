package dev.waybill.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Failure;
import dev.waybill.Job;
import dev.waybill.Outcome;
import dev.waybill.RetryPolicy;
import dev.waybill.State;
import dev.waybill.spi.LeaseState;
import dev.waybill.spi.Step;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LifecyclePathsTest {

  private static final Failure FAILURE = Failure.of("boom", "it broke");
  private static final List<Outcome> OUTCOMES =
      List.of(
          Outcome.done(),
          new Outcome.Retry(FAILURE, null),
          new Outcome.Fail(FAILURE),
          new Outcome.Reject(FAILURE),
          Outcome.snooze(Duration.ofSeconds(1)),
          new Outcome.Release());

  @Test
  void attempt_and_rank_never_decrease_on_any_path() {
    for (long seed = 0; seed < 2_000; seed++) {
      walk(seed);
    }
  }

  @Test
  void a_step_applies_only_in_its_own_attempt_and_state() {
    Random random = new Random(1);
    for (State from : State.values()) {
      for (int i = 0; i < 50; i++) {
        event(Jobs.in(from), random)
            .ifPresent(
                step -> {
                  for (State other : State.values()) {
                    boolean same = from.isWaiting() ? other.isWaiting() : other == from;
                    assertThat(step.fits(other, 3, false, LeaseState.LAPSED)).isEqualTo(same);
                    assertThat(step.fits(other, 4, false, LeaseState.LAPSED)).isFalse();
                    assertThat(step.fits(other, 2, false, LeaseState.LAPSED)).isFalse();
                  }
                });
      }
    }
  }

  private static void walk(long seed) {
    Random random = new Random(seed);
    Job job = Jobs.in(State.QUEUED, 1, 0, 0);
    for (int i = 0; i < 60; i++) {
      Job before = job;
      job = leased(job, random).or(() -> stepped(before, random)).orElse(before);
      assertThat(job.attempt()).as("seed %d", seed).isGreaterThanOrEqualTo(before.attempt());
      if (job.attempt() == before.attempt()) {
        assertThat(rank(job)).as("seed %d: %s", seed, job).isGreaterThanOrEqualTo(rank(before));
      }
      assertThat(job.progress().generation())
          .isGreaterThanOrEqualTo(before.progress().generation());
    }
  }

  private static Optional<Job> leased(Job job, Random random) {
    return job.state().isWaiting() && random.nextBoolean()
        ? Optional.of(at(job, State.RUNNING, job.attempt(), counts(job), false))
        : Optional.empty();
  }

  private static Optional<Job> stepped(Job job, Random random) {
    return event(job, random)
        .map(
            step -> {
              Step.Counts counts = step.counts() == null ? counts(job) : step.counts();
              return at(job, step.to(), step.nextAttempt(), counts, step.cancelRequested());
            });
  }

  private static Optional<Step> event(Job job, Random random) {
    return switch (random.nextInt(5)) {
      case 0 -> Transitions.cancelled(job);
      case 1 -> Transitions.retried(job);
      case 2 -> Transitions.redriven(job);
      case 3 -> job.state().isWaiting() ? Optional.of(Transitions.expired(job)) : Optional.empty();
      default -> running(job, random);
    };
  }

  private static Optional<Step> running(Job job, Random random) {
    if (job.state() != State.RUNNING) {
      return Optional.empty();
    }
    int next = random.nextInt(OUTCOMES.size() + 1);
    return Optional.of(
        next == OUTCOMES.size()
            ? Transitions.lapsed(job, RetryPolicy.DEFAULT, 0)
            : Transitions.settled(
                job, OUTCOMES.get(next), RetryPolicy.DEFAULT, random.nextDouble()));
  }

  /// Scheduled and queued have the same rank: time alone leads from one to the other.
  private static int rank(Job job) {
    return job.state().isWaiting() ? 0 : job.state().rank();
  }

  private static Step.Counts counts(Job job) {
    Job.Progress p = job.progress();
    return new Step.Counts(p.generation(), p.errors(), p.crashes());
  }

  private static Job at(Job job, State state, int attempt, Step.Counts counts, boolean stop) {
    Job.Progress before = job.progress();
    return job.withProgress(
        Job.Progress.waiting(before.runAt(), before.updatedAt()).toBuilder()
            .state(state)
            .attempt(attempt)
            .generation(counts.generation())
            .errors(counts.errors())
            .crashes(counts.crashes())
            .cancelRequested(stop)
            .build());
  }
}
