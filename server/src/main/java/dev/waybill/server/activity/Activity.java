package dev.waybill.server.activity;

import dev.waybill.Attempt;
import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.QueueStats;
import dev.waybill.State;
import dev.waybill.WaybillException;
import dev.waybill.insight.LiveWorker;
import dev.waybill.insight.Series;
import dev.waybill.insight.SeriesQuery;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.JobStore;
import dev.waybill.spi.LeaseExtension;
import dev.waybill.spi.LeaseKey;
import dev.waybill.spi.LeaseQuery;
import dev.waybill.spi.Step;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// What happened in this process: figures over time and workers, in memory. The number of tenants,
/// of queues per tenant, of workers and of known attempts is limited; what exceeds a limit is not
/// recorded.
final class Activity {

  private static final int MOST_TENANTS = 200;
  private static final int MOST_RUNNING = 200_000;

  private final InstantSource clock;
  private final Instant since;
  private final Map<String, TenantRecord> tenants = new ConcurrentHashMap<>();

  /// A step has neither queue nor worker, so leased jobs are remembered until they end. Another
  /// server may settle them, so there may be jobs whose lease has expired.
  private final Map<JobId, Running> running = new ConcurrentHashMap<>();

  private record Running(
      int attempt, String queue, String worker, Instant since, Instant leaseUntil) {

    Running until(Instant end) {
      return new Running(attempt, queue, worker, since, end);
    }
  }

  Activity(InstantSource clock) {
    this.clock = clock;
    this.since = clock.instant();
  }

  Instant now() {
    return clock.instant();
  }

  /// The figures of a tenant; empty if nothing was recorded.
  Optional<TenantRecord> of(String tenant) {
    return Optional.ofNullable(tenants.get(tenant));
  }

  Set<String> tenants() {
    return tenants.keySet();
  }

  /// The figures of a tenant, from now on; null if there are too many tenants.
  @Nullable TenantRecord recorded(String tenant) {
    TenantRecord known = tenants.get(tenant);
    return known != null || tenants.size() >= MOST_TENANTS
        ? known
        : tenants.computeIfAbsent(tenant, _ -> new TenantRecord(since));
  }

  Series series(String tenant, SeriesQuery query) {
    Instant now = now();
    return of(tenant).orElseGet(() -> new TenantRecord(now)).series(query, now);
  }

  void enqueued(String tenant, String queue) {
    TenantRecord record = recorded(tenant);
    if (record != null) {
      record.add(now(), queue, Counted.ENQUEUED, 1);
    }
  }

  void asked(LeaseQuery query) {
    TenantRecord record = recorded(query.queue().tenant());
    if (record != null) {
      record.workers().asked(now(), query.worker(), query.queue().queue());
    }
  }

  /// All jobs of one call are from one queue.
  void leased(LeaseQuery query, List<Job> jobs) {
    TenantRecord record = recorded(query.queue().tenant());
    if (record == null) {
      return;
    }
    Instant now = now();
    String queue = query.queue().queue();
    record.add(now, queue, Counted.STARTED, jobs.size());
    for (Job job : jobs) {
      record.waited(now, queue, Duration.between(job.progress().runAt(), now));
      Instant until = now.plus(query.leaseDuration());
      record
          .workers()
          .started(
              now,
              query.worker(),
              new LiveWorker.RunningJob(job.id(), job.type(), queue, job.attempt(), now),
              until);
      remember(job.id(), new Running(job.attempt(), queue, query.worker(), now, until));
    }
  }

  private void remember(JobId job, Running leased) {
    if (running.size() >= MOST_RUNNING) {
      running.values().removeIf(one -> one.leaseUntil().isBefore(leased.since()));
    }
    if (running.size() < MOST_RUNNING) {
      running.put(job, leased);
    }
  }

  void extended(List<LeaseKey> leases, List<LeaseExtension> answers) {
    Instant now = now();
    for (int i = 0; i < leases.size(); i++) {
      LeaseKey lease = leases.get(i);
      Running known = running.get(lease.job().id());
      TenantRecord record = tenants.get(lease.job().tenant());
      if (known != null && record != null && known.attempt() == lease.attempt()) {
        extended(record, now, lease.job().id(), known, answers.get(i));
      }
    }
  }

  private void extended(
      TenantRecord record, Instant now, JobId job, Running known, LeaseExtension answer) {
    switch (answer) {
      case LeaseExtension.Held(Duration remaining, _) -> {
        Instant until = now.plus(remaining);
        running.replace(job, known, known.until(until));
        record.workers().extended(now, known.worker(), job, until);
      }
      case LeaseExtension.Lost() -> {
        running.remove(job, known);
        record.workers().lost(now, known.worker(), job);
      }
    }
  }

  /// A step was applied.
  void applied(Step step, JobStore store) {
    Attempt.Ending ending = step.ending();
    JobKey job = step.guard().job();
    TenantRecord record = tenants.get(job.tenant());
    if (ending == null || record == null) {
      return;
    }
    Instant now = now();
    Running known = running.remove(job.id());
    if (known != null && known.attempt() == step.guard().attempt()) {
      record.ran(now, known.queue(), Duration.between(known.since(), now));
      record.workers().ended(now, known.worker(), job.id(), ending);
    }
    String queue = known == null ? queueOf(job, store) : known.queue();
    if (queue != null) {
      count(record, now, queue, step);
    }
  }

  private static void count(TenantRecord record, Instant now, String queue, Step step) {
    if (step.ending() == Attempt.Ending.COMPLETED) {
      record.add(now, queue, Counted.COMPLETED, 1);
    }
    if (step.ending() != null && isFailure(step.ending())) {
      record.add(now, queue, Counted.FAILED, 1);
    }
    if (step.to() == State.DEAD) {
      record.add(now, queue, Counted.DEAD, 1);
    }
  }

  static boolean isFailure(Attempt.Ending ending) {
    return switch (ending) {
      case ERROR, FAILED, CRASHED -> true;
      case COMPLETED, SNOOZED, RELEASED, CANCELLED -> false;
    };
  }

  /// The queue of a job that was leased elsewhere. The change is made, so a failed lookup must not
  /// fail the call.
  private static @Nullable String queueOf(JobKey job, JobStore store) {
    try {
      return store.find(job).map(Job::queue).orElse(null);
    } catch (WaybillException unreadable) {
      return null;
    }
  }

  void sample(String tenant, List<QueueStats> stats) {
    of(tenant).ifPresent(record -> record.levels(now(), stats));
  }
}
