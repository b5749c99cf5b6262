package dev.waybill.server.telemetry;

import dev.waybill.Attempt;
import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.WaybillException;
import dev.waybill.spi.Appended;
import dev.waybill.spi.Draft;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.JobStore;
import dev.waybill.spi.Step;
import io.opentelemetry.api.metrics.DoubleHistogram;
import io.opentelemetry.api.metrics.LongCounter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Counts state changes of jobs. Labels never contain IDs: these belong in traces and logs.
final class JobCounts {

  /// More running attempts than this are not timed.
  private static final int MOST_RUNNING = 1_000_000;

  private final QueueLabels labels;
  private final InstantSource clock;
  private final LongCounter enqueued;
  private final LongCounter deduplicated;
  private final LongCounter dequeued;
  private final LongCounter completed;
  private final LongCounter retried;
  private final LongCounter attempts;
  private final DoubleHistogram wait;
  private final DoubleHistogram execution;

  /// A step has no queue, so leased jobs are remembered until they end.
  private final Map<JobId, Running> running = new ConcurrentHashMap<>();

  private record Running(int attempt, String queue, QueueLabels.Labels labels, long since) {}

  JobCounts(Instruments make, QueueLabels labels, InstantSource clock) {
    this.labels = labels;
    this.clock = clock;
    this.enqueued = make.counter(Metric.ENQUEUED);
    this.deduplicated = make.counter(Metric.DEDUPLICATED);
    this.dequeued = make.counter(Metric.DEQUEUED);
    this.completed = make.counter(Metric.COMPLETED);
    this.retried = make.counter(Metric.RETRIED);
    this.attempts = make.counter(Metric.ATTEMPTS);
    this.wait = make.histogram(Metric.WAIT);
    this.execution = make.histogram(Metric.EXECUTION);
    labels.onNew(this::startAtZero);
  }

  /// Starts at 0: `increase()` would miss the first event of a new series.
  private void startAtZero(QueueLabels.Labels queue) {
    List.of(enqueued, deduplicated, dequeued, retried)
        .forEach(counter -> counter.add(0, queue.queue));
    queue.states().forEach(state -> completed.add(0, state));
    queue.endings().forEach(ending -> attempts.add(0, ending));
  }

  void appended(Draft draft, Appended answer) {
    QueueLabels.Labels queue = labels.of(draft.key().tenant(), draft.job().queue());
    switch (answer) {
      case Appended.New made -> {
        enqueued.add(1, queue.queue);
        JobLog.tell(draft, made);
      }
      case Appended.Duplicate _ -> deduplicated.add(1, queue.queue);
      case Appended.Conflict _, Appended.Full _, Appended.OverQuota _ -> {}
    }
  }

  /// All jobs of one call are from one queue.
  void leased(List<Job> jobs) {
    QueueLabels.Labels queue = labelsOf(jobs.getFirst());
    Instant now = clock.instant();
    long since = System.nanoTime();
    dequeued.add(jobs.size(), queue.queue);
    for (Job job : jobs) {
      Duration waited = Duration.between(job.progress().runAt(), now);
      wait.record(Math.max(0, waited.toNanos()) / 1e9, queue.queue);
      if (running.size() < MOST_RUNNING) {
        running.put(job.id(), new Running(job.attempt(), job.queue(), queue, since));
      }
      JobLog.tell("leased", job);
    }
  }

  /// The queues of those jobs that were leased by this process and are still running.
  Set<String> queuesOf(List<JobKey> jobs) {
    return jobs.stream()
        .map(job -> running.get(job.id()))
        .filter(Objects::nonNull)
        .map(Running::queue)
        .collect(Collectors.toSet());
  }

  void applied(Step step, JobStore store) {
    boolean over = step.to().isTerminal();
    Attempt.Ending ending = step.ending();
    if (!over && ending == null) {
      return;
    }
    Running known = running.remove(step.guard().job().id());
    QueueLabels.Labels queue = known != null ? known.labels() : find(step, store);
    if (queue == null) {
      return;
    }
    if (over) {
      completed.add(1, queue.state(step.to()));
    }
    if (ending != null) {
      ended(queue, ending, step, known);
    }
    JobLog.tell(step);
  }

  private void ended(
      QueueLabels.Labels queue, Attempt.Ending ending, Step step, @Nullable Running known) {
    attempts.add(1, queue.ending(ending));
    boolean again = ending == Attempt.Ending.ERROR || ending == Attempt.Ending.CRASHED;
    if (again && !step.to().isTerminal()) {
      retried.add(1, queue.queue);
    }
    if (known != null && known.attempt() == step.guard().attempt()) {
      execution.record(Instruments.seconds(System.nanoTime() - known.since()), queue.queue);
    }
  }

  /// Looks up a job that was not leased by this process. The change is already made, so a failed
  /// lookup must not fail the call.
  private QueueLabels.@Nullable Labels find(Step step, JobStore store) {
    try {
      return store.find(step.guard().job()).map(this::labelsOf).orElse(null);
    } catch (WaybillException unreadable) {
      return null;
    }
  }

  private QueueLabels.Labels labelsOf(Job job) {
    return labels.of(job.tenant(), job.queue());
  }
}
