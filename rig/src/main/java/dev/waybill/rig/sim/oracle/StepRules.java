package dev.waybill.rig.sim.oracle;

import dev.waybill.Attempt.Ending;
import dev.waybill.Failure;
import dev.waybill.Outcome;
import dev.waybill.RetryPolicy;
import dev.waybill.State;
import dev.waybill.rig.sim.time.VirtualTime;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Step;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Checks that an applied step follows from a call or from the passage of time, independent of how
/// the engine decided.
final class StepRules {

  private final Settings settings;
  private final VirtualTime time;

  StepRules(Settings settings, VirtualTime time) {
    this.settings = settings;
    this.time = time;
  }

  /// @param job the job before the step
  void check(@Nullable ActorCall call, TrackedJob job, Step step) {
    if (call == null) {
      throw new BrokenPromise("S1", "job %d moved though nobody asked".formatted(job.number));
    }
    switch (job.state) {
      case COMPLETED, FAILED, CANCELLED, DEAD -> leavesTerminal(call.kind, job, step);
      case SCHEDULED, QUEUED -> leavesWaiting(call.kind, job, step);
      case RUNNING -> leavesRunning(call, job, step);
    }
  }

  private static void leavesTerminal(ActorCall.Kind kind, TrackedJob job, Step step) {
    boolean asked =
        kind == ActorCall.Kind.RETRY || (kind == ActorCall.Kind.REDRIVE && job.state == State.DEAD);
    require(asked, "S1", job, step, "left its end though nobody asked");
    require(
        step.to() == State.QUEUED && counts(step, job.generation + 1, 0, 0),
        "D1",
        job,
        step,
        "must begin a new generation");
  }

  private void leavesWaiting(ActorCall.Kind kind, TrackedJob job, Step step) {
    boolean explained =
        switch (step.to()) {
          case CANCELLED -> kind == ActorCall.Kind.CANCEL;
          case FAILED -> kind == ActorCall.Kind.TICK && job.isPastDeadline(time.latest());
          case QUEUED -> kind == ActorCall.Kind.RETRY;
          case SCHEDULED, RUNNING, COMPLETED, DEAD -> false;
        };
    require(explained, "S1", job, step, "moved though nobody asked");
    require(step.ending() == null, "L3", job, step, "ended an attempt that never began");
  }

  private void leavesRunning(ActorCall call, TrackedJob job, Step step) {
    switch (call.kind) {
      case CANCEL ->
          require(step.to() == State.RUNNING && step.cancelRequested(), "S3", job, step, "wrong");
      case TICK -> lapses(job, step);
      case SETTLE -> settles(call, job, step);
      case ENQUEUE, LEASE, EXTEND, PUBLISH, RETRY, REDRIVE, PAUSE, READ ->
          require(false, "S1", job, step, "moved though nobody asked");
    }
  }

  private void lapses(TrackedJob job, Step step) {
    if (job.stop) {
      require(step.to() == State.CANCELLED, "S3", job, step, "was asked to stop");
      return;
    }
    require(job.leaseUntil <= time.latest(), "L1", job, step, "lost a lease that is still held");
    if (job.leaseUntil >= job.timesOutAt()) {
      Failure why = step.failure();
      require(
          why != null
              && why.errorClass().equals("timeout")
              && step.ending() == Ending.ERROR
              && countsAnError(new Outcome.Retry(why, null), job, step),
          "L6",
          job,
          step,
          "a timeout counts as one error");
      return;
    }
    boolean last = job.crashes + 1 >= policy(job).maxCrashes();
    require(
        step.to() == (last ? State.DEAD : State.QUEUED)
            && step.ending() == Ending.CRASHED
            && counts(step, job.generation, job.errors, job.crashes + 1),
        "L3",
        job,
        step,
        "a crash counts as one, and no more than allowed");
  }

  private void settles(ActorCall call, TrackedJob job, Step step) {
    List<Outcome> words =
        BrokenPromise.required(
            call.words.get(step.guard()), "L2", "nobody holds job %d: %s", job.number, step);
    require(
        words.stream().anyMatch(word -> follows(word, job, step)),
        job.stop ? "S3" : "S2",
        job,
        step,
        "does not follow from " + words);
  }

  private boolean follows(Outcome word, TrackedJob job, Step step) {
    if (word instanceof Outcome.Done done) {
      return step.to() == State.COMPLETED && done.result().size() == size(step);
    }
    if (job.stop) {
      return step.to() == State.CANCELLED;
    }
    return switch (word) {
      case Outcome.Done _ -> false;
      case Outcome.Retry retry -> countsAnError(retry, job, step);
      case Outcome.Fail _ -> step.to() == State.FAILED && sameCounts(job, step);
      case Outcome.Reject _ ->
          step.to() == State.DEAD && counts(step, job.generation, job.errors + 1, job.crashes);
      case Outcome.Snooze snooze ->
          step.to() == State.QUEUED && step.delay().equals(snooze.delay()) && sameCounts(job, step);
      case Outcome.Release _ -> step.to() == State.QUEUED && step.front() && sameCounts(job, step);
    };
  }

  private boolean countsAnError(Outcome.Retry retry, TrackedJob job, Step step) {
    RetryPolicy policy = policy(job);
    int errors = job.errors + 1;
    if (!counts(step, job.generation, errors, job.crashes)) {
      return false;
    }
    if (errors >= policy.maxErrors()) {
      return step.to() == State.DEAD;
    }
    Duration asked = retry.delay();
    Duration least = asked == null ? policy.delayAfter(errors, 0) : asked;
    double most = (double) least.toMillis() * (1 + policy.jitter()) + 1;
    return step.to() == State.QUEUED
        && step.delay().compareTo(least) >= 0
        && (double) step.delay().toMillis() <= most;
  }

  private static boolean sameCounts(TrackedJob job, Step step) {
    return counts(step, job.generation, job.errors, job.crashes);
  }

  private static boolean counts(Step step, int generation, int errors, int crashes) {
    Step.Counts counts = step.counts();
    return counts != null && counts.equals(new Step.Counts(generation, errors, crashes));
  }

  private static long size(Step step) {
    return step.result() == null ? -1 : step.result().size();
  }

  private RetryPolicy policy(TrackedJob job) {
    RetryPolicy own = job.asked.retry();
    return own != null ? own : settings.type(job.asked.type()).retry();
  }

  private static void require(
      boolean holds, String promise, TrackedJob job, Step step, String otherwise) {
    if (!holds) {
      throw new BrokenPromise(
          promise, "job %d: %s; it was %s; %s".formatted(job.number, otherwise, job, step));
    }
  }
}
