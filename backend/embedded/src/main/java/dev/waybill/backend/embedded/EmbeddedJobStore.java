package dev.waybill.backend.embedded;

import dev.waybill.Attempt;
import dev.waybill.Code;
import dev.waybill.Failure;
import dev.waybill.Job;
import dev.waybill.NewEvent;
import dev.waybill.Page;
import dev.waybill.QueueStats;
import dev.waybill.WaybillException;
import dev.waybill.backend.embedded.history.HistoryReader;
import dev.waybill.backend.embedded.live.DirectCommand;
import dev.waybill.backend.embedded.live.JobBodies;
import dev.waybill.backend.embedded.live.JobSnapshot;
import dev.waybill.backend.embedded.live.Machine;
import dev.waybill.backend.embedded.live.QueueCounts;
import dev.waybill.backend.embedded.live.TakeCommand;
import dev.waybill.backend.embedded.live.Weights;
import dev.waybill.backend.embedded.live.Writer;
import dev.waybill.backend.embedded.log.SegmentedLog;
import dev.waybill.bytes.Chunks;
import dev.waybill.engine.Transitions;
import dev.waybill.settings.Retention;
import dev.waybill.spi.Appended;
import dev.waybill.spi.Applied;
import dev.waybill.spi.Deleted;
import dev.waybill.spi.Draft;
import dev.waybill.spi.EventQuery;
import dev.waybill.spi.EventsRead;
import dev.waybill.spi.EventsStored;
import dev.waybill.spi.JobChanges;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.JobQuery;
import dev.waybill.spi.JobStore;
import dev.waybill.spi.LeaseExtension;
import dev.waybill.spi.LeaseKey;
import dev.waybill.spi.LeaseQuery;
import dev.waybill.spi.Pruned;
import dev.waybill.spi.QueueKey;
import dev.waybill.spi.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The jobs of the embedded store: commands go to the writer, reads of finished jobs to the
/// history.
final class EmbeddedJobStore implements JobStore {

  private final Writer writer;
  private final JobBodies bodies;
  private final HistoryReader past;
  private final JobAppending appending;
  private final Applying applying;

  EmbeddedJobStore(Writer writer, SegmentedLog log, HistoryReader past) {
    this.writer = writer;
    this.past = past;
    this.bodies = new JobBodies(log);
    this.appending = new JobAppending(writer, past.history());
    this.applying = new Applying(writer, past);
  }

  @Override
  public List<Appended> append(List<Draft> drafts) {
    return appending.append(drafts);
  }

  @Override
  public List<Job> lease(LeaseQuery take) {
    TakeCommand command = new TakeCommand(take);
    writer.submit(command);
    if (command.awaitUnlessInterrupted()) {
      try {
        release(command);
      } finally {
        Thread.currentThread().interrupt();
      }
      throw new WaybillException(Code.INTERRUPTED, "interrupted while waiting for jobs");
    }
    return jobs(command.result());
  }

  /// The caller was interrupted: stops waiting, and releases jobs that may have been leased
  /// already.
  private void release(TakeCommand command) {
    writer.call(
        new DirectCommand<>(
            0,
            machine -> {
              if (!command.isAnswered()) {
                command.giveUp(machine);
                command.complete();
              }
              return true;
            }));
    List<Step> releases =
        jobs(command.await()).stream()
            .map(job -> Transitions.settled(job, RELEASE, dev.waybill.RetryPolicy.DEFAULT, 0))
            .toList();
    apply(releases);
  }

  private static final dev.waybill.Outcome RELEASE = new dev.waybill.Outcome.Release();

  @Override
  public List<LeaseExtension> extend(List<LeaseKey> leases, Duration leaseDuration) {
    return writer.call(
        new DirectCommand<>(
            leases.size() * 64,
            machine ->
                leases.stream().map(lease -> machine.extend(lease, leaseDuration)).toList()));
  }

  @Override
  public List<Applied> apply(List<Step> steps) {
    return applying.apply(steps);
  }

  @Override
  public Optional<Job> find(JobKey key) {
    Machine.Glimpse live = writer.call(new JobSnapshot(key)).glimpse();
    if (live == null) {
      return past.find(key);
    }
    if (live.progress().state().isTerminal()) {
      return past.findEnded(key, live.progress());
    }
    Job job = job(live);
    return job == null ? past.find(key) : Optional.of(job);
  }

  @Override
  public List<Attempt> attempts(JobKey key) {
    JobSnapshot.Seen seen = writer.call(new JobSnapshot(key));
    List<Attempt> attempts = new ArrayList<>(past.attempts(key));
    Attempt current = seen.runningAttempt();
    if (current != null) {
      attempts.removeIf(ended -> ended.number() >= current.number());
      attempts.add(current);
    }
    int surplus = Math.max(0, attempts.size() - dev.waybill.settings.Limits.ATTEMPTS_KEPT);
    return List.copyOf(attempts.subList(surplus, attempts.size()));
  }

  @Override
  public Page<Job> browse(JobQuery query) {
    return past.list(query);
  }

  @Override
  public JobChanges changes(String after, int max) {
    return past.changes(after, max);
  }

  @Override
  public List<Job> overdue(int max) {
    return jobs(writer.call(DirectCommand.reading(machine -> machine.overdue(max))));
  }

  @Override
  public List<Job> waiting(QueueKey queue, Instant before, int max) {
    long time = before.toEpochMilli();
    return jobs(writer.call(DirectCommand.reading(machine -> machine.waiting(queue, time, max))));
  }

  @Override
  public void pause(QueueKey queue, boolean paused) {
    writer.call(
        new DirectCommand<>(
            1024,
            machine -> {
              machine.pause(queue, paused);
              return true;
            }));
  }

  @Override
  public QueueStats stats(QueueKey queue) {
    QueueCounts.Live live =
        writer.call(DirectCommand.reading(machine -> QueueCounts.of(machine, queue)));
    Map<QueueKey, Long> dead = past.dead(queue.tenant(), live.deadChangedAt());
    return QueueCounts.withDead(live.queues().getFirst(), dead.getOrDefault(queue, 0L));
  }

  @Override
  public List<QueueStats> stats(String tenant) {
    QueueCounts.Live live =
        writer.call(DirectCommand.reading(machine -> QueueCounts.ofTenant(machine, tenant)));
    return QueueCounts.join(tenant, live.queues(), past.dead(tenant, live.deadChangedAt()));
  }

  @Override
  public EventsStored publish(LeaseKey lease, List<NewEvent> events) {
    int added = 0;
    for (List<NewEvent> chunk : Chunks.of(events, Weights::event, writer.commandBytes())) {
      int weight = chunk.stream().mapToInt(Weights::event).sum();
      EventsStored stored =
          writer.call(new DirectCommand<>(weight, machine -> machine.publish(lease, chunk)));
      if (!(stored instanceof EventsStored.Events some)) {
        return stored;
      }
      added += some.added();
    }
    return new EventsStored.Events(added, events.size() - added);
  }

  @Override
  public EventsRead read(EventQuery query) {
    return past.events(query, this::hasEnded);
  }

  private boolean hasEnded(JobKey key) {
    Machine.Glimpse live = writer.call(new JobSnapshot(key)).glimpse();
    return live == null || live.progress().state().isTerminal();
  }

  @Override
  public Deleted delete(JobKey key) {
    return applying.delete(key);
  }

  @Override
  public List<Pruned> prune(Retention retention, int max) {
    return applying.prune(retention, max);
  }

  private List<Job> jobs(List<Machine.Glimpse> glimpses) {
    List<Job> jobs = new ArrayList<>(glimpses.size());
    for (Machine.Glimpse glimpse : glimpses) {
      Job job = job(glimpse);
      if (job != null) {
        jobs.add(job);
      }
    }
    return jobs;
  }

  /// Null if the job has finished since and its part of the log was dropped.
  private @Nullable Job job(Machine.Glimpse glimpse) {
    Job job = bodies.job(glimpse);
    if (job == null || !glimpse.job().hasPast()) {
      return job;
    }
    Failure failure = past.failure(new JobKey(job.tenant(), job.id())).orElse(null);
    return job.withProgress(job.progress().withFailure(failure));
  }
}
