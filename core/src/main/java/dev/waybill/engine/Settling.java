package dev.waybill.engine;

import dev.waybill.Job;
import dev.waybill.Outcome;
import dev.waybill.Settlement;
import dev.waybill.State;
import dev.waybill.WaybillException;
import dev.waybill.engine.token.TaskTokens;
import dev.waybill.result.SettleResult;
import dev.waybill.result.Settled;
import dev.waybill.spi.Applied;
import dev.waybill.spi.JobStore;
import dev.waybill.spi.LeaseKey;
import dev.waybill.spi.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Ends attempts. All steps of one call go to the store together; the most frequent one, completing
/// a job, needs no read. A repeated outcome gets its first answer again.
final class Settling {

  /// The step for one settlement.
  private record Planned(Step step, Outcome outcome) {}

  private final JobStore jobs;
  private final ClaimCheck claims;
  private final Admission admission;
  private final TaskTokens tokens;
  private final Policies policies;
  private final RandomGenerator random;
  private final Repeats repeats;

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
    this.repeats = new Repeats(jobs, claims);
  }

  List<SettleResult> settle(String tenant, List<Settlement> settlements) {
    admission.leases(settlements.size());
    Answers<Planned, SettleResult> answers = new Answers<>(settlements.size());
    for (Settlement settlement : settlements) {
      try {
        plan(tenant, settlement, answers);
      } catch (WaybillException refused) {
        answers.now(refused.asRefusal());
      }
    }
    return answers.complete(apply(answers.open()));
  }

  private void plan(String tenant, Settlement settlement, Answers<Planned, SettleResult> answers) {
    Optional<LeaseKey> lease = tokens.verify(tenant, settlement.token());
    if (lease.isEmpty()) {
      answers.now(Leasing.NOT_OURS);
      return;
    }
    Outcome outcome = settlement.outcome();
    admission.outcome(outcome);
    decide(lease.get(), outcome)
        .ifPresentOrElse(
            step -> answers.later(new Planned(step, outcome)),
            () -> answers.now(repeatedOrLost(lease.get(), outcome)));
  }

  private Optional<Step> decide(LeaseKey lease, Outcome outcome) {
    if (outcome instanceof Outcome.Done done) {
      return Optional.of(Transitions.completed(lease, claims.storeResult(lease, done.result())));
    }
    return jobs.find(lease.job())
        .filter(job -> isHeld(job, lease))
        .map(job -> Transitions.settled(job, outcome, policies.of(job), random.nextDouble()));
  }

  private static boolean isHeld(Job job, LeaseKey lease) {
    return job.state() == State.RUNNING && job.attempt() == lease.attempt();
  }

  private List<SettleResult> apply(List<Planned> planned) {
    if (planned.isEmpty()) {
      return List.of();
    }
    List<Applied> applied = jobs.apply(planned.stream().map(Planned::step).toList());
    List<SettleResult> answers = new ArrayList<>(planned.size());
    for (int i = 0; i < planned.size(); i++) {
      answers.add(answer(planned.get(i), applied.get(i)));
    }
    return answers;
  }

  private SettleResult answer(Planned planned, Applied applied) {
    Step step = planned.step();
    return switch (applied) {
      case Applied.Done(State state) -> new Settled(state);
      case Applied.Stale _ when !step.isAllowedAfterCancelRequest() -> cancelInstead(planned);
      case Applied.Stale _, Applied.Missing _ -> {
        claims.discard(step.guard().job().tenant(), step.result());
        yield repeatedOrLost(step.guard(), planned.outcome());
      }
    };
  }

  /// The job was asked to stop just before it was to be retried or to fail: cancel it.
  private SettleResult cancelInstead(Planned planned) {
    LeaseKey lease = planned.step().guard();
    Outcome outcome = planned.outcome();
    Optional<Step> cancelled =
        jobs.find(lease.job())
            .filter(job -> isHeld(job, lease) && job.progress().cancelRequested())
            .map(job -> Transitions.settled(job, outcome, policies.of(job), 0));
    return cancelled
        .map(end -> answer(new Planned(end, outcome), jobs.apply(List.of(end)).getFirst()))
        .orElseGet(() -> repeatedOrLost(lease, outcome));
  }

  private SettleResult repeatedOrLost(LeaseKey lease, Outcome outcome) {
    return repeats.of(lease, outcome).<SettleResult>map(Settled::new).orElse(Leasing.LOST);
  }
}
