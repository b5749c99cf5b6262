package dev.waybill.engine;

import dev.waybill.Job;
import dev.waybill.Outcome;
import dev.waybill.SettleResult;
import dev.waybill.Settled;
import dev.waybill.Settlement;
import dev.waybill.State;
import dev.waybill.WaybillException;
import dev.waybill.spi.Applied;
import dev.waybill.spi.JobStore;
import dev.waybill.spi.LeaseKey;
import dev.waybill.spi.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Ends attempts. All steps of one call go to the store together; the most frequent one, a job
/// that is done, needs no read.
final class Settling {

  private final JobStore jobs;
  private final ClaimCheck claims;
  private final Admission admission;
  private final TaskTokens tokens;
  private final Policies policies;
  private final RandomGenerator random;

  Settling(
      JobStore jobs,
      ClaimCheck claims,
      Admission admission,
      TaskTokens tokens,
      Policies policies,
      RandomGenerator random) {
    this.jobs = jobs;
    this.claims = claims;
    this.admission = admission;
    this.tokens = tokens;
    this.policies = policies;
    this.random = random;
  }

  List<SettleResult> settle(String tenant, List<Settlement> settlements) {
    admission.leases(settlements.size());
    Answers<Step, SettleResult> answers = new Answers<>(settlements.size());
    for (Settlement settlement : settlements) {
      try {
        plan(tenant, settlement, answers);
      } catch (WaybillException refused) {
        answers.now(refused.asRefusal());
      }
    }
    return answers.complete(apply(answers.open()));
  }

  private void plan(String tenant, Settlement settlement, Answers<Step, SettleResult> answers) {
    Optional<LeaseKey> lease = tokens.verify(tenant, settlement.token());
    if (lease.isEmpty()) {
      answers.now(Leasing.NOT_OURS);
      return;
    }
    admission.outcome(settlement.outcome());
    if (settlement.outcome() instanceof Outcome.Done done) {
      LeaseKey held = lease.get();
      answers.later(Transitions.completed(held, claims.stowResult(held, done.result())));
      return;
    }
    decide(lease.get(), settlement.outcome())
        .ifPresentOrElse(answers::later, () -> answers.now(Leasing.LOST));
  }

  private Optional<Step> decide(LeaseKey lease, Outcome outcome) {
    return jobs.find(lease.job())
        .filter(job -> isHeld(job, lease))
        .map(job -> Transitions.settled(job, outcome, policies.of(job), random.nextDouble()));
  }

  private static boolean isHeld(Job job, LeaseKey lease) {
    return job.state() == State.RUNNING && job.attempt() == lease.attempt();
  }

  private List<SettleResult> apply(List<Step> steps) {
    if (steps.isEmpty()) {
      return List.of();
    }
    List<Applied> applied = jobs.apply(steps);
    List<SettleResult> answers = new ArrayList<>(steps.size());
    for (int i = 0; i < steps.size(); i++) {
      answers.add(answer(steps.get(i), applied.get(i)));
    }
    return answers;
  }

  private SettleResult answer(Step step, Applied applied) {
    return switch (applied) {
      case Applied.Done(State state) -> new Settled(state);
      case Applied.Stale _ when !step.isForOneAskedToStop() -> cancelInstead(step);
      case Applied.Stale _, Applied.Missing _ -> {
        claims.discard(step.guard().job().tenant(), step.result());
        yield Leasing.LOST;
      }
    };
  }

  /// The job was to go on or to fail, but was asked to stop just before: then it is cancelled.
  private SettleResult cancelInstead(Step step) {
    LeaseKey lease = step.guard();
    Optional<Step> cancelled =
        jobs.find(lease.job())
            .filter(job -> isHeld(job, lease) && job.progress().cancelRequested())
            .map(job -> Transitions.settled(job, wordOf(step), policies.of(job), 0));
    return cancelled
        .map(end -> answer(end, jobs.apply(List.of(end)).getFirst()))
        .orElse(Leasing.LOST);
  }

  private static Outcome wordOf(Step step) {
    return step.failure() == null ? new Outcome.Release() : new Outcome.Retry(step.failure(), null);
  }
}
