package dev.waybill.backend.embedded.history;

import dev.waybill.Attempt;
import dev.waybill.Failure;
import dev.waybill.Job;
import dev.waybill.JobEvent;
import dev.waybill.JobId;
import dev.waybill.Page;
import dev.waybill.backend.search.SqliteReaders;
import dev.waybill.backend.support.Watches;
import dev.waybill.settings.Retention;
import dev.waybill.spi.EventQuery;
import dev.waybill.spi.EventsRead;
import dev.waybill.spi.JobChanges;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.JobQuery;
import dev.waybill.spi.QueueKey;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/// Reads the history after it has caught up with acknowledged changes.
public final class HistoryReader {

  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Projector projector;
  private final SqliteReaders lists;
  private final History history;
  private final Watches<JobId> watches;
  private final InstantSource clock;
  private volatile long eventsFrom;

  public HistoryReader(
      Projector projector,
      SqliteReaders readers,
      SqliteReaders lists,
      Watches<JobId> watches,
      InstantSource clock) {
    this.projector = projector;
    this.lists = lists;
    this.history = new History(readers, clock);
    this.watches = watches;
    this.clock = clock;
  }

  public History history() {
    return history;
  }

  public Optional<Job> find(JobKey key) {
    projector.catchUp(PATIENCE);
    return history.find(key, clock.millis()).filter(job -> job.tenant().equals(key.tenant()));
  }

  /// A finished job as it was `seen` in memory. Throws rather than returning an older state.
  public Optional<Job> findEnded(JobKey key, Job.Progress seen) {
    boolean upToDate = projector.catchUp(PATIENCE);
    Optional<Job> found = history.find(key, clock.millis());
    if (!upToDate && found.filter(job -> isAsNew(job, seen)).isEmpty()) {
      throw projector.behind();
    }
    return found.filter(job -> job.tenant().equals(key.tenant()));
  }

  private static boolean isAsNew(Job job, Job.Progress seen) {
    return job.attempt() > seen.attempt()
        || (job.attempt() == seen.attempt() && job.state() == seen.state());
  }

  /// The current state of a job. Throws rather than returning an older state.
  public Optional<Job> findNow(JobKey key) {
    if (!projector.catchUp(PATIENCE)) {
      throw projector.behind();
    }
    return history.find(key, clock.millis()).filter(job -> job.tenant().equals(key.tenant()));
  }

  public void delete(Job job) {
    long now = clock.millis();
    projector.onWriter(
        writer -> {
          new HistoryDeletion(writer, now).deleteForGood(job);
          return job;
        });
  }

  public Optional<Failure> failure(JobKey key) {
    projector.catchUp(PATIENCE);
    return history.failure(key);
  }

  public Optional<Archive.Archived> load(JobKey key) {
    projector.catchUp(PATIENCE);
    return history.load(key);
  }

  public List<Attempt> attempts(JobKey key) {
    projector.catchUp(PATIENCE);
    return history.attempts(key);
  }

  public Page<Job> list(JobQuery query) {
    projector.catchUp(PATIENCE);
    return HistoryList.list(lists, query, clock.millis());
  }

  /// Does not wait for the history, so that readers of the feed do not speed it up.
  public JobChanges changes(String after, int max) {
    return lists.read(
        "read the feed of jobs",
        connection -> ChangeReader.read(connection, after, max, clock.millis()));
  }

  /// @param changedAt the log position of the last change: only for that one it waits, so that
  ///     readers of these numbers do not speed up the history
  public Map<QueueKey, Long> dead(String tenant, long changedAt) {
    projector.catchUp(changedAt + 1, PATIENCE);
    return history.dead(tenant);
  }

  /// Events. Waits for the first one if there is none and the job has not finished.
  public EventsRead events(EventQuery query, Predicate<JobKey> hasEnded) {
    long deadline = System.nanoTime() + query.patience().toNanos();
    try (Watches<JobId>.Watch watch = watches.watch(query.job().id())) {
      while (true) {
        boolean ended = hasEnded.test(query.job());
        projector.catchUp(PATIENCE);
        List<JobEvent> events = history.events(query);
        long left = deadline - System.nanoTime();
        if (!events.isEmpty() || ended || left <= 0) {
          return new EventsRead(events, ended && events.isEmpty());
        }
        watch.await(left);
      }
    }
  }

  /// Deletes some expired jobs, but no live ones.
  public HistoryPruning.Step prune(
      Retention retention, long from, int max, Function<List<JobKey>, Set<JobKey>> liveAmong) {
    long now = clock.millis();
    return projector.onWriter(
        writer -> {
          HistoryPruning pruning = new HistoryPruning(writer, retention, now);
          eventsFrom = pruning.events(eventsFrom, max);
          return pruning.jobs(from, max, liveAmong);
        });
  }
}
