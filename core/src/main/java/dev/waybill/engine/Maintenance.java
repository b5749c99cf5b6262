package dev.waybill.engine;

import dev.waybill.Job;
import dev.waybill.Retention;
import dev.waybill.State;
import dev.waybill.spi.Applied;
import dev.waybill.spi.JobStore;
import dev.waybill.spi.Step;
import java.util.List;
import java.util.random.RandomGenerator;

/// Moves on what nobody else will: jobs that timed out or whose worker vanished, jobs past their
/// deadline, jobs kept long enough. Passes the same guard as every other writer, so it can run in
/// many places at once.
final class Maintenance {

  private static final int BATCH = 500;
  private static final int ROUNDS = 200;

  private final JobStore jobs;
  private final ClaimCheck claims;
  private final Policies policies;
  private final Retention retention;
  private final RandomGenerator random;

  Maintenance(
      JobStore jobs,
      ClaimCheck claims,
      Policies policies,
      Retention retention,
      RandomGenerator random) {
    this.jobs = jobs;
    this.claims = claims;
    this.policies = policies;
    this.retention = retention;
    this.random = random;
  }

  /// Looks for changed settings, moves on every job that is overdue and forgets some that have been
  /// kept long enough; answers how many jobs it changed or forgot.
  int tick() {
    policies.queues().refresh();
    return moveOverdue() + prune();
  }

  private int moveOverdue() {
    int moved = 0;
    for (int round = 0; round < ROUNDS; round++) {
      List<Job> overdue = jobs.overdue(BATCH);
      if (overdue.isEmpty()) {
        break;
      }
      List<Applied> answers = jobs.apply(overdue.stream().map(this::next).toList());
      moved += (int) answers.stream().filter(Applied.Done.class::isInstance).count();
    }
    return moved;
  }

  private Step next(Job job) {
    return job.state() == State.RUNNING
        ? Transitions.lapsed(job, policies.of(job), random.nextDouble())
        : Transitions.expired(job);
  }

  private int prune() {
    List<Job> forgotten = jobs.prune(retention, BATCH);
    claims.discardAll(forgotten);
    return forgotten.size();
  }
}
