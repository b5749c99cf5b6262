package dev.waybill.backend.support;

import dev.waybill.State;
import dev.waybill.settings.Retention;
import dev.waybill.spi.Deleted;
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
  private final JobView view;

  Pruning(JobRecords records, Requests requests, EventTable events, JobView view) {
    this.records = records;
    this.requests = requests;
    this.events = events;
    this.view = view;
  }

  List<Pruned> prune(Retention retention, int max, Instant now) {
    events.removeAll(view.silenced(now.minus(retention.events()).toEpochMilli(), max));
    List<Versioned> old = old(retention, max, now);
    List<Boolean> erased = erase(old, retention.requestIds(), now);
    List<Pruned> pruned = new ArrayList<>();
    for (int i = 0; i < old.size(); i++) {
      if (erased.get(i)) {
        pruned.add(Pruned.of(old.get(i).record().job().asOf(now)));
      }
    }
    return pruned;
  }

  private List<Boolean> erase(List<Versioned> jobs, Duration requestIds, Instant now) {
    requests.retire(jobs.stream().map(Versioned::record).toList(), requestIds, now);
    events.removeAll(
        jobs.stream()
            .map(Versioned::record)
            .filter(JobRecord::hasEvents)
            .map(JobRecord::key)
            .toList());
    return records.erase(jobs, now);
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

  private List<Versioned> old(Retention retention, int max, Instant now) {
    List<JobKey> keys = new ArrayList<>();
    for (State state : State.values()) {
      if (state.isTerminal()) {
        long before = now.minus(retention.of(state)).toEpochMilli();
        keys.addAll(view.ended(state, before, max - keys.size()));
      }
    }
    return records.readAll(keys).stream()
        .flatMap(Optional::stream)
        .filter(
            job ->
                job.record().state().isTerminal()
                    && job.record()
                        .job()
                        .endedBefore(now.minus(retention.of(job.record().state()))))
        .toList();
  }
}
