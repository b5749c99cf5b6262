package dev.waybill.backend.support;

import dev.waybill.Code;
import dev.waybill.State;
import dev.waybill.WaybillException;
import dev.waybill.backend.support.HistoryIndex.Old;
import dev.waybill.backend.support.HistoryLog.Deletion;
import dev.waybill.settings.Retention;
import dev.waybill.spi.Deleted;
import dev.waybill.spi.JobChanges;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.Pruned;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Deletes finished jobs: the request ID, the events, then the record. If it is interrupted, the
/// next call completes it.
final class Pruning {

  private final JobRecords records;
  private final Requests requests;
  private final EventTable events;
  private final History history;

  Pruning(JobRecords records, Requests requests, EventTable events, History history) {
    this.records = records;
    this.requests = requests;
    this.events = events;
    this.history = history;
  }

  List<Pruned> prune(Retention retention, int max, Instant now) {
    silence(now.minus(retention.events()), max);
    List<Pruned> pruned = new ArrayList<>(pruneDropped(max, now));
    for (State state : State.values()) {
      if (state.isTerminal() && pruned.size() < max) {
        pruned.addAll(pruneOrMakeRoom(state, retention, max - pruned.size(), now));
      }
    }
    dropDeletions(now.minus(JobChanges.DELETIONS_KEPT));
    return pruned;
  }

  private void silence(Instant before, int max) {
    List<JobKey> speakers = history.index().withEvents(before, max);
    if (!speakers.isEmpty()) {
      events.removeAll(speakers);
      history.index().silence(speakers);
    }
  }

  /// If the servers of the store are full, a deletion cannot be written. Then the entries are
  /// removed
  /// without it, which makes room; the rest follows as for jobs that the log has dropped.
  private List<Pruned> pruneOrMakeRoom(State state, Retention retention, int max, Instant now) {
    try {
      return prune(state, retention, max, now);
    } catch (WaybillException failed) {
      if (failed.code() != Code.DISK_FULL) {
        throw failed;
      }
      history.removeBefore(state, now.minus(retention.of(state)));
      return List.of();
    }
  }

  /// Jobs are in the log nearly in the order of their ends, so those of a state are removed up to
  /// the
  /// first one that stays.
  private List<Pruned> prune(State state, Retention retention, int max, Instant now) {
    List<Old> old = history.index().ended(state, now.minus(retention.of(state)), max);
    if (old.isEmpty()) {
      return List.of();
    }
    List<Old> gone = new ArrayList<>();
    gone.addAll(guarded(old.stream().filter(this::isGuarded).toList(), retention, now));
    List<Old> plain = old.stream().filter(job -> !isGuarded(job)).toList();
    if (!plain.isEmpty()) {
      history.delete(plain, now);
      gone.addAll(plain);
    }
    history.removeBefore(state, Instant.EPOCH);
    return gone.stream().map(job -> new Pruned(job.known().job(), job.blobs())).toList();
  }

  /// Whether something outside the history belongs to the job: then it must not come back while it
  /// is deleted. Also whether it may still be in the table.
  private boolean isGuarded(Old job) {
    return job.requestId() != null
        || job.hasEvents()
        || !job.blobs().isEmpty()
        || !history.isSettled(job.known().position());
  }

  private List<Old> guarded(List<Old> old, Retention retention, Instant now) {
    List<Optional<Versioned>> found =
        records.readAll(old.stream().map(job -> job.known().job()).toList());
    List<Versioned> ended = new ArrayList<>();
    List<Old> theirs = new ArrayList<>();
    List<Old> lost = new ArrayList<>();
    for (int i = 0; i < old.size(); i++) {
      Old one = old.get(i);
      Versioned job = found.get(i).orElse(null);
      if (job == null) {
        lost.add(one);
      } else if (job.record().version() == one.known().version()) {
        ended.add(job);
        theirs.add(one);
      } else {
        history.remove(List.of(new Deletion(one.known().job(), one.known().version())));
      }
    }
    List<Boolean> erased = erase(ended, retention.requestIds(), now);
    List<Old> gone = new ArrayList<>(forget(lost, now));
    for (int i = 0; i < theirs.size(); i++) {
      if (erased.get(i)) {
        gone.add(theirs.get(i));
      }
    }
    return gone;
  }

  /// Jobs that the log has dropped because of its own limits.
  private List<Pruned> pruneDropped(int max, Instant now) {
    return forget(history.dropped(max), now).stream()
        .map(job -> new Pruned(job.known().job(), job.blobs()))
        .toList();
  }

  /// Deletes what is left of jobs whose entry is gone.
  private List<Old> forget(List<Old> jobs, Instant now) {
    if (!jobs.isEmpty()) {
      requests.forget(jobs);
      events.removeAll(jobs.stream().filter(Old::hasEvents).map(job -> job.known().job()).toList());
      history.delete(jobs, now);
    }
    return jobs;
  }

  private void dropDeletions(Instant before) {
    long upTo = history.index().deletionsBefore(before);
    if (upTo > 0) {
      history.log().dropDeletions(upTo);
      history.index().forgetDeletions(upTo);
    }
  }

  private List<Boolean> erase(List<Versioned> jobs, Duration requestIds, Instant now) {
    requests.retire(jobs.stream().map(Versioned::record).toList(), requestIds, now);
    events.removeAll(
        jobs.stream()
            .map(Versioned::record)
            .filter(JobRecord::hasEvents)
            .map(JobRecord::key)
            .toList());
    return records.erase(jobs);
  }

  /// Deletes one job, unless it is waiting or running.
  Deleted delete(JobKey key, Instant now) {
    while (true) {
      Optional<Versioned> found = records.read(key);
      if (found.isEmpty()) {
        return new Deleted.Missing();
      }
      JobRecord job = found.get().record();
      if (!job.state().isTerminal()) {
        return new Deleted.NotEnded();
      }
      if (erase(List.of(found.get()), Duration.ZERO, now).getFirst()) {
        return new Deleted.Done(job.job().asOf(now));
      }
    }
  }
}
