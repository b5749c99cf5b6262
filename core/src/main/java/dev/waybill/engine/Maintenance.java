package dev.waybill.engine;

import dev.waybill.Job;
import dev.waybill.State;
import dev.waybill.settings.Retention;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Applied;
import dev.waybill.spi.Backend;
import dev.waybill.spi.JobStore;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.Pruned;
import dev.waybill.spi.QueueKey;
import dev.waybill.spi.Step;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/// Handles jobs without an active caller: attempts that timed out, expired leases, passed deadlines
/// and ended retention. Its steps are guarded like all others, so it can run on many servers at
/// once.
final class Maintenance {

  /// The number of jobs that are deleted at once. If there were as many, more may be left.
  static final int BATCH = 500;

  private static final int ROUNDS = 200;

  /// Pause between searches for expired facts after all of them were deleted.
  private static final Duration FACTS_EVERY = Duration.ofMinutes(1);

  private final JobStore jobs;
  private final Ledger ledger;
  private final ClaimCheck claims;
  private final Policies policies;
  private final Retention retention;
  private final InstantSource clock;
  private final RandomGenerator random;
  private volatile Instant factsPruned = Instant.EPOCH;

  Maintenance(
      Backend backend,
      ClaimCheck claims,
      Policies policies,
      Settings settings,
      RandomGenerator random) {
    this.jobs = backend.jobs();
    this.ledger = backend.ledger();
    this.claims = claims;
    this.policies = policies;
    this.retention = settings.retention();
    this.clock = settings.clock();
    this.random = random;
  }

  /// Reads changed settings, handles every overdue job and deletes some jobs and facts whose
  /// retention has ended; returns how many it changed or deleted.
  int tick() {
    policies.queues().refresh();
    return moveOverdue() + expireWaiting() + prune() + pruneFacts();
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

  /// Fails jobs that have waited longer than the `waiting_ttl` of their queue.
  private int expireWaiting() {
    int ended = 0;
    for (Map.Entry<QueueKey, Duration> limited : policies.queues().waitingTtls().entrySet()) {
      Duration ttl = limited.getValue();
      Instant before = clock.instant().minus(ttl);
      List<Job> late = jobs.waiting(limited.getKey(), before, BATCH);
      if (!late.isEmpty()) {
        List<Step> steps = late.stream().map(job -> Transitions.waitedTooLong(job, ttl)).toList();
        ended += (int) jobs.apply(steps).stream().filter(Applied.Done.class::isInstance).count();
      }
    }
    return ended;
  }

  private Step next(Job job) {
    return job.state() == State.RUNNING
        ? Transitions.lapsed(job, policies.of(job), random.nextDouble())
        : Transitions.expired(job);
  }

  private int pruneFacts() {
    Instant now = clock.instant();
    if (Duration.between(factsPruned, now).abs().compareTo(FACTS_EVERY) < 0) {
      return 0;
    }
    int gone = ledger.prune(BATCH);
    if (gone < BATCH) {
      factsPruned = now;
    }
    return gone;
  }

  private int prune() {
    List<Pruned> pruned = jobs.prune(retention, BATCH);
    pruned.forEach(claims::discard);
    return pruned.size();
  }
}
