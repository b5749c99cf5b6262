package dev.waybill.backend.support;

import dev.waybill.JobId;
import dev.waybill.State;
import dev.waybill.backend.support.GuardedTable.Held;
import dev.waybill.backend.support.GuardedTable.Sight;
import dev.waybill.backend.support.GuardedTable.Write;
import dev.waybill.backend.support.GuardedTable.Written;
import dev.waybill.backend.support.HistoryLog.Deletion;
import dev.waybill.record.StoredJob;
import dev.waybill.spi.JobKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The records of jobs: in their table, or in the history after they have left it. All reads and
/// writes of the table update the view, so that this server sees its own writes.
final class JobRecords {

  private final GuardedTable<JobKey> table;
  private final Retries retries;
  private final JobView view;
  private final History history;
  private final Archiving archiving;
  private final Consumer<JobChange> announcer;
  private final Watches<JobId> watches;

  /// Writes in progress, by stamp: the feed may be faster than the answer, and need not decode a
  /// known record.
  private final Map<Long, JobRecord> pending = new ConcurrentHashMap<>();

  /// The places of jobs outside the table.
  ///
  /// @param announcer is called with each change of state
  record Places(
      JobView view, History history, Archiving archiving, Consumer<JobChange> announcer) {}

  JobRecords(GuardedTable<JobKey> table, Retries retries, Places places, Watches<JobId> watches) {
    this.table = table;
    this.retries = retries;
    this.view = places.view();
    this.history = places.history();
    this.archiving = places.archiving();
    this.announcer = places.announcer();
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
    List<Sighting> seen = look(keys);
    List<Optional<Versioned>> found = new ArrayList<>(keys.size());
    for (int i = 0; i < keys.size(); i++) {
      Sighting one = seen.get(i);
      found.add((isBehind(keys.get(i), one) ? lookAgain(keys.get(i)) : one).job());
    }
    return found;
  }

  /// What was found of a job.
  ///
  /// @param version 0 if nothing was found
  /// @param job empty if it does not exist, or was deleted
  private record Sighting(long version, Optional<Versioned> job) {

    static final Sighting NOTHING = new Sighting(0, Optional.empty());

    static Sighting of(History.Past past) {
      JobRecord record = past.record();
      return new Sighting(
          past.version(), Optional.ofNullable(record).map(ended -> new Versioned(ended, 0)));
    }
  }

  /// A job leaves the table after the history has it, so the table is read first. The revision of a
  /// job in the history is 0: it comes back by a first write to the table.
  private List<Sighting> look(List<JobKey> keys) {
    List<Optional<Held>> held = table.readAll(keys);
    List<JobKey> absent = new ArrayList<>();
    for (int i = 0; i < keys.size(); i++) {
      if (held.get(i).isEmpty()) {
        absent.add(keys.get(i));
      }
    }
    Map<JobKey, History.Past> past = history.find(absent);
    List<Sighting> seen = new ArrayList<>(keys.size());
    for (int i = 0; i < keys.size(); i++) {
      Optional<History.Past> ended = Optional.ofNullable(past.get(keys.get(i)));
      seen.add(
          held.get(i)
              .map(this::sighting)
              .or(() -> ended.map(Sighting::of))
              .orElse(Sighting.NOTHING));
    }
    return seen;
  }

  private Sighting sighting(Held held) {
    return new Sighting(RecordCodec.version(held.bytes()), learned(held));
  }

  private boolean isBehind(JobKey key, Sighting seen) {
    return seen.version() < view.versionOf(key) && !view.isGone(key);
  }

  /// After some time the server's answer is accepted: it may have lost an acknowledged write. The
  /// known version is then dropped; otherwise nobody could ever change this job.
  private Sighting lookAgain(JobKey key) {
    long start = System.nanoTime();
    Sighting seen = look(List.of(key)).getFirst();
    while (isBehind(key, seen)) {
      if (Retries.isLate(start)) {
        view.forget(key);
        return seen;
      }
      retries.pauseSince(start);
      seen = look(List.of(key)).getFirst();
    }
    return seen;
  }

  @Nullable Versioned cached(JobKey key) {
    return view.cached(key);
  }

  /// The written records, one per change; empty if another write came first.
  List<Optional<Versioned>> write(List<Change> changes) {
    List<JobRecord> stamped = new ArrayList<>(changes.size());
    List<Write<JobKey>> writes = new ArrayList<>(changes.size());
    for (Change change : changes) {
      byte[] whole = RecordCodec.write(change.next());
      boolean fits = table.fits(change.next().key(), whole);
      JobRecord next = fits ? change.next() : change.next().brief();
      stamped.add(next);
      writes.add(
          Write.of(next.key(), change.expected(), fits ? whole : RecordCodec.write(next))
              .inTurn(next.version(), held -> sight(held, next))
              .ifAbsent(() -> sightInHistory(next)));
    }
    try {
      stamped.forEach(job -> pending.put(job.stamp(), job));
      List<@Nullable State> before = view.statesOf(stamped);
      List<Written> answers = table.writeAll(writes);
      List<Optional<Versioned>> done = new ArrayList<>(changes.size());
      for (int i = 0; i < answers.size(); i++) {
        done.add(stored(stamped.get(i), before.get(i), answers.get(i)));
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

  /// The job may have been written, finished and moved to the history while the answer was lost. A
  /// job that was deleted since then was written, too, if only its creator could have done it.
  private Sight sightInHistory(JobRecord next) {
    History.Past past = history.find(List.of(next.key())).get(next.key());
    if (past == null || past.version() < next.version()) {
      return Sight.BEFORE;
    }
    JobRecord record = past.record();
    boolean own = record == null ? next.version() == 1 : record.stamps().contains(next.stamp());
    return own ? Sight.WRITTEN : Sight.OTHER;
  }

  private Optional<Versioned> stored(JobRecord record, @Nullable State before, Written answer) {
    if (answer instanceof Written.At) {
      if (record.state().isTerminal()) {
        archiving.take(record.key());
      }
      announce(record, before);
    }
    return switch (answer) {
      case Written.At(long revision) when revision == Written.PASSED ->
          Optional.of(new Versioned(record, revision));
      case Written.At(long revision) -> Optional.of(learn(new Versioned(record, revision)));
      case Written.Conflict _ -> Optional.empty();
    };
  }

  private void announce(JobRecord record, @Nullable State before) {
    if (record.state() != before) {
      StoredJob job = record.job();
      announcer.accept(new JobChange(job.asOf(job.progress().updatedAt()), record.version()));
    }
  }

  /// Deletes jobs that are unchanged since they were read. Where the job is in the history alone,
  /// its
  /// key in the table is taken meanwhile, so that nobody can bring it back.
  List<Boolean> erase(List<Versioned> jobs) {
    List<Write<JobKey>> writes = jobs.stream().map(JobRecords::erasure).toList();
    List<Written> answers = table.writeAll(writes);
    List<Boolean> erased = new ArrayList<>();
    List<Deletion> deletions = new ArrayList<>();
    Map<JobKey, Long> revisions = new HashMap<>();
    for (int i = 0; i < jobs.size(); i++) {
      JobRecord job = jobs.get(i).record();
      boolean done = answers.get(i) instanceof Written.At;
      erased.add(done);
      if (answers.get(i) instanceof Written.At(long revision)) {
        view.remove(job.key(), job.version() + 1);
        deletions.add(new Deletion(job.key(), job.version() + 1));
        revisions.put(job.key(), revision);
      }
    }
    if (!deletions.isEmpty()) {
      archiving.delete(deletions, revisions);
      revisions.keySet().forEach(this::tell);
    }
    return erased;
  }

  private static Write<JobKey> erasure(Versioned job) {
    JobKey key = job.record().key();
    long version = job.record().version() + 1;
    return Write.of(key, job.revision(), RecordCodec.writeMark(key, version))
        .asLast()
        .inTurn(
            version,
            held -> RecordCodec.version(held.bytes()) < version ? Sight.BEFORE : Sight.OTHER);
  }

  /// Applies a value that was written by any server.
  void follow(long revision, byte[] body) {
    RecordCodec.Head head = RecordCodec.head(body);
    JobKey key = head.key();
    long version = head.version();
    if (head.isMark()) {
      archiving.marked(key, revision, version);
      if (view.remove(key, version)) {
        tell(key);
      }
      return;
    }
    JobRecord own = pending.get(head.stamps().getFirst());
    if (own != null) {
      learn(new Versioned(own, revision));
    } else if (version > view.versionOf(key)) {
      learn(new Versioned(RecordCodec.read(body), revision));
    }
  }

  private Optional<Versioned> learned(Held held) {
    return RecordCodec.isMark(held.bytes())
        ? Optional.empty()
        : Optional.of(learn(new Versioned(RecordCodec.read(held.bytes()), held.revision())));
  }

  private Versioned learn(Versioned value) {
    boolean news = hasComeBack(value.record()) ? history.revive(value) : view.put(value);
    if (news) {
      tell(value.record().key());
    }
    return value;
  }

  private boolean hasComeBack(JobRecord job) {
    return job.job().progress().generation() > 0
        && !job.state().isTerminal()
        && !view.isLive(job.key());
  }

  private void tell(JobKey key) {
    if (!watches.isEmpty()) {
      watches.tell(key.id());
    }
  }
}
