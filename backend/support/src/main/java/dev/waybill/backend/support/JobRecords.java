package dev.waybill.backend.support;

import dev.waybill.JobId;
import dev.waybill.backend.support.GuardedTable.Held;
import dev.waybill.backend.support.GuardedTable.Sight;
import dev.waybill.backend.support.GuardedTable.Write;
import dev.waybill.backend.support.GuardedTable.Written;
import dev.waybill.spi.JobKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The records of jobs in their table. All reads and writes update the view, so that this server
/// sees its own writes.
final class JobRecords {

  private final GuardedTable<JobKey> table;
  private final Retries retries;
  private final JobView view;
  private final Watches<JobId> watches;

  /// Writes in progress, by stamp: the feed may be faster than the answer, and need not decode a
  /// known record.
  private final Map<Long, JobRecord> pending = new ConcurrentHashMap<>();

  JobRecords(GuardedTable<JobKey> table, Retries retries, JobView view, Watches<JobId> watches) {
    this.table = table;
    this.retries = retries;
    this.view = view;
    this.watches = watches;
  }

  /// A stamped record that follows the revision it was derived from.
  record Change(JobRecord next, long expected) {}

  Optional<Versioned> read(JobKey key) {
    return readAll(List.of(key)).getFirst();
  }

  /// A server may return an older record, for example after a change of its leader. A record that
  /// is older than the known version is read again.
  List<Optional<Versioned>> readAll(List<JobKey> keys) {
    List<Optional<Held>> answers = table.readAll(keys);
    List<Optional<Versioned>> found = new ArrayList<>(keys.size());
    for (int i = 0; i < keys.size(); i++) {
      Optional<Held> held = answers.get(i);
      if (isBehind(keys.get(i), held)) {
        held = reread(keys.get(i));
      }
      found.add(held.flatMap(this::learned));
    }
    return found;
  }

  private boolean isBehind(JobKey key, Optional<Held> held) {
    long known = view.versionOf(key);
    return held.map(found -> RecordCodec.version(found.bytes())).orElse(0L) < known
        && !view.isGone(key);
  }

  /// After some time the server's answer is accepted: it may have lost an acknowledged write. The
  /// known version is then dropped; otherwise nobody could ever change this job.
  private Optional<Held> reread(JobKey key) {
    long start = System.nanoTime();
    Optional<Held> held = table.read(key);
    while (isBehind(key, held)) {
      if (Retries.isLate(start)) {
        view.forget(key);
        return held;
      }
      retries.pauseSince(start);
      held = table.read(key);
    }
    return held;
  }

  @Nullable Versioned cached(JobKey key) {
    return view.cached(key);
  }

  /// The written records, one per change; empty if another write came first.
  List<Optional<Versioned>> write(List<Change> changes) {
    List<JobRecord> stamped = changes.stream().map(Change::next).toList();
    List<Write<JobKey>> writes = new ArrayList<>(changes.size());
    for (Change change : changes) {
      JobRecord next = change.next();
      writes.add(
          Write.of(next.key(), change.expected(), RecordCodec.write(next))
              .inTurn(next.version(), held -> sight(held, next)));
    }
    try {
      stamped.forEach(job -> pending.put(job.stamp(), job));
      List<Written> answers = table.writeAll(writes);
      List<Optional<Versioned>> done = new ArrayList<>(changes.size());
      for (int i = 0; i < answers.size(); i++) {
        done.add(stored(stamped.get(i), answers.get(i)));
      }
      return done;
    } finally {
      stamped.forEach(job -> pending.remove(job.stamp()));
    }
  }

  private static Sight sight(Held held, JobRecord next) {
    if (RecordCodec.version(held.bytes()) < next.version()) {
      return Sight.BEFORE;
    }
    return RecordCodec.stamps(held.bytes()).contains(next.stamp()) ? Sight.WRITTEN : Sight.OTHER;
  }

  private Optional<Versioned> stored(JobRecord record, Written answer) {
    return switch (answer) {
      case Written.At(long revision) when revision == Written.PASSED ->
          Optional.of(new Versioned(record, revision));
      case Written.At(long revision) -> Optional.of(learn(new Versioned(record, revision)));
      case Written.Conflict _ -> Optional.empty();
    };
  }

  /// Deletes jobs that are unchanged since they were read; leaves a mark for readers of the table.
  List<Boolean> erase(List<Versioned> jobs, Instant now) {
    List<Write<JobKey>> writes = jobs.stream().map(job -> erasure(job, now)).toList();
    List<Written> answers = table.writeAll(writes);
    List<Boolean> erased = new ArrayList<>();
    for (int i = 0; i < jobs.size(); i++) {
      erased.add(erased(jobs.get(i).record(), answers.get(i)));
    }
    return erased;
  }

  private static Write<JobKey> erasure(Versioned job, Instant now) {
    JobKey key = job.record().key();
    long version = job.record().version() + 1;
    return Write.of(key, job.revision(), RecordCodec.writeMark(key, version, now))
        .asLast()
        .inTurn(
            version,
            held -> RecordCodec.version(held.bytes()) < version ? Sight.BEFORE : Sight.OTHER);
  }

  private boolean erased(JobRecord job, Written answer) {
    if (answer instanceof Written.At) {
      view.remove(job.key(), job.version() + 1);
      tell(job.key());
      return true;
    }
    return false;
  }

  /// Applies a value that was written by any server; returns the time of deletion if it is a mark.
  Optional<Instant> follow(long revision, byte[] body) {
    JobKey key = RecordCodec.key(body);
    if (RecordCodec.isMark(body)) {
      if (view.remove(key, RecordCodec.version(body))) {
        tell(key);
      }
      return Optional.of(RecordCodec.deletedAt(body));
    }
    JobRecord own = pending.get(RecordCodec.stamps(body).getFirst());
    if (own != null) {
      learn(new Versioned(own, revision));
    } else if (RecordCodec.version(body) > view.versionOf(key)) {
      learn(new Versioned(RecordCodec.read(body), revision));
    }
    return Optional.empty();
  }

  private Optional<Versioned> learned(Held held) {
    return RecordCodec.isMark(held.bytes())
        ? Optional.empty()
        : Optional.of(learn(new Versioned(RecordCodec.read(held.bytes()), held.revision())));
  }

  private Versioned learn(Versioned value) {
    if (view.put(value)) {
      tell(value.record().key());
    }
    return value;
  }

  private void tell(JobKey key) {
    if (!watches.isEmpty()) {
      watches.tell(key.id());
    }
  }
}
