package dev.waybill.backend.nats;

import static dev.waybill.backend.nats.JobSubjects.JOBS;

import dev.waybill.backend.nats.Wire.Held;
import dev.waybill.backend.nats.Wire.Sight;
import dev.waybill.backend.nats.Wire.Write;
import dev.waybill.backend.nats.Wire.Written;
import dev.waybill.spi.JobKey;
import io.nats.client.impl.Headers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The bucket of jobs: read from its leader, changed by compare-and-set. What is learned on the way
/// goes into the view, so that this server reads what it wrote.
final class JobRecords {

  private static final String STREAM = JobSubjects.streamOf(JOBS);
  private static final String OPERATION = "KV-Operation";

  private final Wire wire;
  private final View view;
  private final Watches watches;

  /// What this server is writing, by stamp: the feed may be faster than the answer, and need not
  /// read what is known.
  private final Map<Long, JobRecord> underWay = new ConcurrentHashMap<>();

  JobRecords(Wire wire, View view, Watches watches) {
    this.wire = wire;
    this.view = view;
    this.watches = watches;
  }

  /// A stamped record that is to follow the revision it was made from.
  record Change(JobRecord next, long expected) {}

  Optional<Versioned> read(JobKey key) {
    return readAll(List.of(key)).getFirst();
  }

  /// A broker whose leader has just changed may answer from before: what is known to be older than
  /// what was seen is asked for again.
  List<Optional<Versioned>> readAll(List<JobKey> keys) {
    List<String> subjects = keys.stream().map(JobSubjects::job).toList();
    List<Optional<Held>> answers = wire.readAll(STREAM, subjects);
    List<Optional<Versioned>> found = new ArrayList<>(keys.size());
    for (int i = 0; i < keys.size(); i++) {
      Optional<Held> held = answers.get(i);
      if (isBehind(keys.get(i), held)) {
        held = askedAgain(keys.get(i));
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

  /// After a while the broker is believed: it may have lost what it had acknowledged. What was
  /// known is then forgotten, or nothing would ever come of this job.
  private Optional<Held> askedAgain(JobKey key) {
    long start = System.nanoTime();
    Optional<Held> held = wire.read(STREAM, JobSubjects.job(key));
    while (isBehind(key, held)) {
      if (Wire.isLate(start)) {
        view.forget(key);
        return held;
      }
      wire.pauseSince(start);
      held = wire.read(STREAM, JobSubjects.job(key));
    }
    return held;
  }

  @Nullable Versioned cached(JobKey key) {
    return view.cached(key);
  }

  /// What stands now, one answer each; empty where something else came first.
  List<Optional<Versioned>> write(List<Change> changes) {
    List<JobRecord> stamped = changes.stream().map(Change::next).toList();
    List<Write> writes = new ArrayList<>(changes.size());
    for (Change change : changes) {
      JobRecord next = change.next();
      writes.add(
          Write.of(STREAM, JobSubjects.job(next.key()), change.expected(), RecordCodec.write(next))
              .inTurn(next.version(), held -> sight(held, next)));
    }
    try {
      stamped.forEach(job -> underWay.put(job.stamp(), job));
      List<Written> answers = wire.writeAll(writes);
      List<Optional<Versioned>> done = new ArrayList<>(changes.size());
      for (int i = 0; i < answers.size(); i++) {
        done.add(stored(stamped.get(i), answers.get(i)));
      }
      return done;
    } finally {
      stamped.forEach(job -> underWay.remove(job.stamp()));
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

  /// Forgets jobs that are still as they were read; a mark stays for those who follow the bucket.
  List<Boolean> erase(List<Versioned> jobs) {
    Headers mark = new Headers().put(OPERATION, "DEL");
    List<Write> writes = jobs.stream().map(job -> erasure(job).with(mark)).toList();
    List<Written> answers = wire.writeAll(writes);
    List<Boolean> erased = new ArrayList<>();
    for (int i = 0; i < jobs.size(); i++) {
      erased.add(erased(jobs.get(i).record(), answers.get(i)));
    }
    return erased;
  }

  private static Write erasure(Versioned job) {
    JobKey key = job.record().key();
    long version = job.record().version() + 1;
    byte[] body = RecordCodec.write(key, version);
    return Write.of(STREAM, JobSubjects.job(key), job.revision(), body)
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

  /// Takes over what somebody wrote; answers whether it was the mark of a job that is gone.
  boolean follow(long revision, byte[] body, @Nullable Headers headers) {
    JobKey key = RecordCodec.key(body);
    if (isMark(headers)) {
      if (view.remove(key, RecordCodec.version(body))) {
        tell(key);
      }
      return true;
    }
    JobRecord own = underWay.get(RecordCodec.stamps(body).getFirst());
    if (own != null) {
      learn(new Versioned(own, revision));
    } else if (RecordCodec.version(body) > view.versionOf(key)) {
      learn(new Versioned(RecordCodec.read(body), revision));
    }
    return false;
  }

  private Optional<Versioned> learned(Held held) {
    return isMark(held.headers())
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
      watches.tell(JobSubjects.events(key));
    }
  }

  private static boolean isMark(@Nullable Headers headers) {
    return headers != null && headers.containsKey(OPERATION);
  }
}
