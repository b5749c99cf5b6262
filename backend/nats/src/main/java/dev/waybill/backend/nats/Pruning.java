package dev.waybill.backend.nats;

import static dev.waybill.backend.nats.JobSubjects.EVENTS;
import static dev.waybill.backend.nats.JobSubjects.JOBS;

import dev.waybill.Job;
import dev.waybill.Retention;
import dev.waybill.State;
import dev.waybill.backend.nats.Wire.Purge;
import dev.waybill.spi.Deleted;
import dev.waybill.spi.JobKey;
import io.nats.client.Message;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/// Forgets what has ended long ago: the request id, the events, then the record. What is cut off in
/// the middle is done again by the next who comes along.
final class Pruning {

  /// How long the mark of a forgotten job stays, by the time of the broker: a server that is behind
  /// by more than this reads everything anew.
  private static final Duration MARK_STAYS = Duration.ofMinutes(10);

  private record Mark(String subject, long revision, ZonedDateTime at) {}

  private final Wire wire;
  private final JobRecords records;
  private final Requests requests;
  private final View view;
  private final ConcurrentLinkedQueue<Mark> marks = new ConcurrentLinkedQueue<>();
  private volatile @Nullable ZonedDateTime latest;

  Pruning(Wire wire, JobRecords records, Requests requests, View view) {
    this.wire = wire;
    this.records = records;
    this.requests = requests;
    this.view = view;
  }

  /// Takes over what the bucket of jobs says, and remembers marks that can go later.
  void follow(Message message) {
    long revision = message.metaData().streamSequence();
    ZonedDateTime at = message.metaData().timestamp();
    latest = at;
    if (records.follow(revision, message.getData(), message.getHeaders())) {
      marks.add(new Mark(message.getSubject(), revision, at));
    }
  }

  List<Job> prune(Retention retention, int max, Instant now) {
    wire.requireOpen();
    purgeEvents(view.silenced(now.minus(retention.events()).toEpochMilli(), max));
    dropMarks(max);
    List<Versioned> old = old(retention, max, now);
    List<Boolean> erased = erase(old, retention.requestIds(), now);
    List<Job> forgotten = new ArrayList<>();
    for (int i = 0; i < old.size(); i++) {
      if (erased.get(i)) {
        forgotten.add(old.get(i).record().job().asOf(now));
      }
    }
    return forgotten;
  }

  private List<Boolean> erase(List<Versioned> jobs, Duration requestIds, Instant now) {
    requests.retire(jobs.stream().map(Versioned::record).toList(), requestIds, now);
    purgeEvents(
        jobs.stream()
            .map(Versioned::record)
            .filter(JobRecord::hasEvents)
            .map(JobRecord::key)
            .toList());
    return records.erase(jobs);
  }

  /// Deletes one job, unless it waits or runs.
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

  private void purgeEvents(List<JobKey> jobs) {
    wire.purgeAll(
        jobs.stream()
            .map(job -> new Purge(EVENTS, JobSubjects.events(job), Purge.EVERYTHING))
            .toList());
  }

  private void dropMarks(int max) {
    ZonedDateTime newest = latest;
    List<Purge> purges = new ArrayList<>();
    Mark oldest = marks.peek();
    while (newest != null
        && oldest != null
        && purges.size() < max
        && oldest.at().plus(MARK_STAYS).isBefore(newest)) {
      purges.add(new Purge(JobSubjects.streamOf(JOBS), oldest.subject(), oldest.revision()));
      marks.poll();
      oldest = marks.peek();
    }
    wire.purgeAll(purges);
  }
}
