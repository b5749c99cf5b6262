package dev.waybill.rig.sim.bug;

import dev.waybill.Attempt.Ending;
import dev.waybill.Job;
import dev.waybill.State;
import dev.waybill.spi.Applied;
import dev.waybill.spi.ForwardingJobStore;
import dev.waybill.spi.JobStore;
import dev.waybill.spi.LeaseExtension;
import dev.waybill.spi.LeaseKey;
import dev.waybill.spi.Step;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Stores that apply another step than the given one.
final class BrokenSteps {

  private BrokenSteps() {}

  abstract static class Bent extends ForwardingJobStore {

    Bent(JobStore good) {
      super(good);
    }

    abstract Step bend(Step step);

    @Override
    public List<Applied> apply(List<Step> steps) {
      return store.apply(steps.stream().map(this::bend).toList());
    }

    @Nullable Job now(Step step) {
      return store.find(step.guard().job()).orElse(null);
    }
  }

  static final class GuardIgnored extends Bent {

    GuardIgnored(JobStore good) {
      super(good);
    }

    @Override
    Step bend(Step step) {
      Job now = now(step);
      return now == null || step.ending() != Ending.CRASHED
          ? step
          : with(step, now.attempt(), now.state(), step.counts());
    }
  }

  static final class AttemptNotChecked extends Bent {

    AttemptNotChecked(JobStore good) {
      super(good);
    }

    @Override
    Step bend(Step step) {
      Job now = now(step);
      return now == null ? step : with(step, now.attempt(), step.from(), step.counts());
    }
  }

  static final class CrashCountedAsError extends Bent {

    CrashCountedAsError(JobStore good) {
      super(good);
    }

    @Override
    Step bend(Step step) {
      Step.Counts counts = step.counts();
      return counts == null || step.ending() != Ending.CRASHED
          ? step
          : with(
              step,
              step.guard().attempt(),
              step.from(),
              new Step.Counts(counts.generation(), counts.errors() + 1, counts.crashes() - 1));
    }
  }

  static final class CancelForgotten extends ForwardingJobStore {

    CancelForgotten(JobStore good) {
      super(good);
    }

    @Override
    public List<Applied> apply(List<Step> steps) {
      return steps.stream()
          .map(step -> step.cancelRequested() ? new Applied.Done(State.RUNNING) : applied(step))
          .toList();
    }

    private Applied applied(Step step) {
      return store.apply(List.of(step)).getFirst();
    }
  }

  /// Reports that a lease is extended, but does not extend it.
  static final class ExtensionIgnored extends ForwardingJobStore {

    ExtensionIgnored(JobStore good) {
      super(good);
    }

    @Override
    public List<LeaseExtension> extend(List<LeaseKey> leases, Duration leaseDuration) {
      return store.extend(leases, Duration.ofMillis(1)).stream()
          .map(
              kept -> kept instanceof LeaseExtension.Held held ? longer(held, leaseDuration) : kept)
          .toList();
    }

    private static LeaseExtension longer(LeaseExtension.Held held, Duration leaseDuration) {
      return new LeaseExtension.Held(leaseDuration, held.cancelRequested());
    }
  }

  private static Step with(Step step, int attempt, State from, Step.@Nullable Counts counts) {
    return new Step(
        new LeaseKey(step.guard().job(), attempt),
        from,
        step.to(),
        step.delay(),
        step.front(),
        step.cancelRequested(),
        counts,
        step.ending(),
        step.result(),
        step.failure());
  }
}
