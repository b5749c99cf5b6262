package dev.waybill.backend.nats;

import static dev.waybill.backend.nats.JobSubjects.JOBS;

import dev.waybill.Payload;
import dev.waybill.backend.nats.Wire.Held;
import dev.waybill.backend.nats.Wire.Write;
import dev.waybill.backend.nats.Wire.Written;
import dev.waybill.spi.JobKey;
import io.nats.client.impl.Headers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/// The bucket of jobs: read from its leader, changed by compare-and-set. What is learned on the way
/// goes into the view, so that this server reads what it wrote.
final class JobRecords {

  private static final String STREAM = JobSubjects.streamOf(JOBS);
  private static final String OPERATION = "KV-Operation";
  private static final Duration BELIEVED_AFTER = Duration.ofSeconds(10);

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

  /// A record that is to follow the revision it was made from.
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
    long known = view.revisionOf(key);
    return held.map(Held::revision).orElse(0L) < known && !view.isGone(key);
  }

  /// After a while the broker is believed: it may have lost what it had acknowledged. What was
  /// known is then forgotten, or nothing would ever come of this job.
  private Optional<Held> askedAgain(JobKey key) {
    long start = System.nanoTime();
    Optional<Held> held = wire.read(STREAM, JobSubjects.job(key));
    while (isBehind(key, held)) {
      if (System.nanoTime() - start > BELIEVED_AFTER.toNanos()) {
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
    List<JobRecord> stamped = new ArrayList<>(changes.size());
    List<Write> writes = new ArrayList<>(changes.size());
    for (Change change : changes) {
      JobRecord next = change.next().stamped(ThreadLocalRandom.current().nextLong());
      stamped.add(next);
      writes.add(
          Write.of(STREAM, JobSubjects.job(next.key()), change.expected(), RecordCodec.write(next))
              .recognizedBy(bytes -> RecordCodec.stamps(bytes).contains(next.stamp())));
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

  private Optional<Versioned> stored(JobRecord record, Written answer) {
    return switch (answer) {
      case Written.At at -> Optional.of(learn(new Versioned(record, at.revision())));
      case Written.Conflict _ -> Optional.empty();
    };
  }

  /// Forgets jobs that are still as they were read; a mark stays for those who follow the bucket.
  List<Boolean> erase(List<Versioned> jobs) {
    Headers mark = new Headers().put(OPERATION, "DEL");
    List<Write> writes =
        jobs.stream()
            .map(
                job ->
                    new Write(
                        STREAM,
                        JobSubjects.job(job.record().key()),
                        job.revision(),
                        Payload.wrap(RecordCodec.write(job.record().key())),
                        mark,
                        _ -> false))
            .toList();
    List<Written> answers = wire.writeAll(writes);
    List<Boolean> erased = new ArrayList<>();
    for (int i = 0; i < jobs.size(); i++) {
      erased.add(erased(jobs.get(i).record().key(), answers.get(i)));
    }
    return erased;
  }

  private boolean erased(JobKey key, Written answer) {
    if (answer instanceof Written.At at) {
      view.remove(key, at.revision());
      tell(key);
      return true;
    }
    return false;
  }

  /// Takes over what somebody wrote; answers whether it was the mark of a job that is gone.
  boolean follow(long revision, byte[] body, @Nullable Headers headers) {
    JobKey key = RecordCodec.key(body);
    if (isMark(headers)) {
      if (view.remove(key, revision)) {
        tell(key);
      }
      return true;
    }
    if (revision > view.revisionOf(key)) {
      JobRecord own = underWay.get(RecordCodec.stamps(body).getFirst());
      learn(new Versioned(own == null ? RecordCodec.read(body) : own, revision));
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
