package dev.waybill.server.activity;

import dev.waybill.Attempt;
import dev.waybill.JobId;
import dev.waybill.insight.LiveWorker;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// The workers of one tenant that used this server in the last minutes.
final class WorkerRecords {

  static final Duration SHOWN = Duration.ofMinutes(10);

  private static final int MOST = 500;
  private static final int SHOWN_MOST = 200;
  private static final int MOST_QUEUES = 20;
  private static final int MOST_RUNNING = 1_000;

  private final Map<String, Worker> byName = new LinkedHashMap<>(16, 0.75f, true);

  /// A job that a worker leased here. Another server may settle it, which is not seen here, so it
  /// counts as running only until its lease ends.
  private record Leased(LiveWorker.RunningJob job, Instant until) {}

  private static final class Worker {

    private final Instant first;
    private Instant last;
    private final Set<String> queues = new TreeSet<>();
    private final Map<JobId, Leased> running = new LinkedHashMap<>();
    private long completed;
    private long failed;

    Worker(Instant now) {
      first = now;
      last = now;
    }

    void dropExpired(Instant now) {
      running.values().removeIf(leased -> leased.until().isBefore(now));
    }

    LiveWorker shown(String name) {
      return new LiveWorker(
          name,
          List.copyOf(queues),
          running.values().stream().limit(LiveWorker.MOST_JOBS).map(Leased::job).toList(),
          running.size(),
          new LiveWorker.Figures(first, last, completed, failed));
    }
  }

  /// A worker asked for jobs of a queue.
  synchronized void asked(Instant now, String name, String queue) {
    Worker worker = seen(now, name);
    if (worker.queues.size() < MOST_QUEUES) {
      worker.queues.add(queue);
    }
  }

  /// @param until when the lease ends
  synchronized void started(Instant now, String name, LiveWorker.RunningJob job, Instant until) {
    Worker worker = seen(now, name);
    if (worker.running.size() >= MOST_RUNNING) {
      worker.dropExpired(now);
    }
    if (worker.running.size() < MOST_RUNNING) {
      worker.running.put(job.id(), new Leased(job, until));
    }
  }

  synchronized void extended(Instant now, String name, JobId job, Instant until) {
    seen(now, name).running.computeIfPresent(job, (_, leased) -> new Leased(leased.job(), until));
  }

  /// A worker learned that it has lost a job.
  synchronized void lost(Instant now, String name, JobId job) {
    seen(now, name).running.remove(job);
  }

  /// An attempt ended. A worker whose lease expired was not seen.
  synchronized void ended(Instant now, String name, JobId job, Attempt.Ending how) {
    Worker worker = how == Attempt.Ending.CRASHED ? byName.get(name) : seen(now, name);
    if (worker != null) {
      worker.running.remove(job);
      worker.completed += how == Attempt.Ending.COMPLETED ? 1 : 0;
      worker.failed += Activity.isFailure(how) ? 1 : 0;
    }
  }

  private Worker seen(Instant now, String name) {
    Worker worker = byName.computeIfAbsent(name, _ -> new Worker(now));
    worker.last = now;
    if (byName.size() > MOST) {
      byName.remove(byName.keySet().iterator().next());
    }
    return worker;
  }

  /// Whether a worker that asked for jobs of this queue was seen since a time.
  synchronized boolean hasSeenFor(String queue, Instant since) {
    return byName.values().stream()
        .anyMatch(worker -> worker.queues.contains(queue) && !worker.last.isBefore(since));
  }

  synchronized List<LiveWorker> shown(Instant now) {
    Instant since = now.minus(SHOWN);
    byName.values().forEach(worker -> worker.dropExpired(now));
    return byName.entrySet().stream()
        .filter(one -> !one.getValue().last.isBefore(since))
        .sorted(
            Comparator.comparing((Map.Entry<String, Worker> one) -> one.getValue().last)
                .reversed()
                .thenComparing(Map.Entry::getKey))
        .limit(SHOWN_MOST)
        .map(one -> one.getValue().shown(one.getKey()))
        .toList();
  }
}
