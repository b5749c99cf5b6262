package dev.waybill.backend.nats;

import static dev.waybill.backend.nats.JobSubjects.REQUESTS;

import dev.waybill.JobId;
import dev.waybill.State;
import dev.waybill.backend.nats.Wire.Held;
import dev.waybill.backend.nats.Wire.Purge;
import dev.waybill.backend.nats.Wire.Write;
import dev.waybill.backend.nats.Wire.Written;
import dev.waybill.bytes.ByteReader;
import dev.waybill.bytes.ByteWriter;
import dev.waybill.bytes.JobBytes;
import dev.waybill.bytes.JobCodes;
import dev.waybill.spi.Appended;
import dev.waybill.spi.Draft;
import dev.waybill.spi.Draft.Fingerprint;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/// The bucket of request ids: which job each has made. An entry comes before its job; whoever finds
/// one without a job makes the job under the id that stands there.
final class Requests {

  private static final String STREAM = JobSubjects.streamOf(REQUESTS);

  /// Entries of format 1 began with the id of the job, whose first byte is 1.
  private static final int FORMAT = 2;

  /// Which job a request id stands for, and what was asked.
  ///
  /// @param revision where the entry stands in the bucket
  /// @param retired how the job ended, where it was pruned or is about to be
  record Entry(JobId job, Fingerprint fingerprint, long revision, @Nullable Retired retired) {

    boolean isRetired() {
      return retired != null;
    }

    boolean hasExpired(Instant now) {
      return retired != null && !retired.until().isAfter(now);
    }

    /// What is known of a job that was pruned, unless it has expired.
    Optional<Appended.Remembered> remembered(Instant now) {
      return retired == null || hasExpired(now)
          ? Optional.empty()
          : Optional.of(new Appended.Remembered(job, retired.state(), retired.createdAt()));
    }

    boolean asksTheSameAs(Draft draft) {
      return fingerprint.equals(fingerprintOf(draft));
    }
  }

  /// How a job ended, and until when its request id is known.
  private record Retired(State state, Instant createdAt, Instant until) {}

  private final Wire wire;

  Requests(Wire wire) {
    this.wire = wire;
  }

  /// Whether each of these drafts was the first with its request id.
  List<Boolean> claim(List<Draft> drafts) {
    List<Write> writes =
        drafts.stream().map(draft -> Write.of(STREAM, subject(draft), 0, bytes(draft))).toList();
    return wire.writeAll(writes).stream().map(Written.At.class::isInstance).toList();
  }

  List<Optional<Entry>> find(List<Draft> drafts) {
    return wire.readAll(STREAM, drafts.stream().map(Requests::subject).toList()).stream()
        .map(held -> held.map(Requests::entry))
        .toList();
  }

  /// The job that a request id stands for, if there is one.
  Optional<JobId> find(String tenant, String requestId) {
    return wire.read(STREAM, JobSubjects.request(tenant, requestId)).map(held -> entry(held).job());
  }

  /// Forgets the request ids of jobs that are to be deleted, but keeps those of jobs that were
  /// created after a time: they say how the job ended, and until when they are known.
  void retire(List<JobRecord> jobs, Duration known, Instant now) {
    List<JobRecord> named =
        jobs.stream().filter(job -> job.job().draft().job().requestId() != null).toList();
    List<Optional<Held>> found =
        wire.readAll(STREAM, named.stream().map(job -> subject(job.job().draft())).toList());
    List<Purge> purges = new ArrayList<>();
    List<Write> marks = new ArrayList<>();
    for (int i = 0; i < named.size(); i++) {
      JobRecord job = named.get(i);
      Held held = found.get(i).orElse(null);
      if (held == null || !entry(held).job().equals(job.key().id())) {
        continue;
      }
      Instant until = job.job().createdAt().plus(known);
      if (until.isAfter(now)) {
        Retired retired = new Retired(job.state(), job.job().createdAt(), until);
        marks.add(
            Write.of(STREAM, held.subject(), held.revision(), bytes(job.job().draft(), retired)));
      } else {
        purges.add(new Purge(STREAM, held.subject(), held.revision()));
      }
    }
    wire.writeAll(marks);
    wire.purgeAll(purges);
  }

  /// Forgets a request id that is still as it was read.
  void drop(Draft draft, Entry entry) {
    wire.purgeAll(List.of(new Purge(STREAM, subject(draft), entry.revision())));
  }

  private static String subject(Draft draft) {
    return JobSubjects.request(
        draft.key().tenant(), Objects.requireNonNull(draft.job().requestId()));
  }

  private static byte[] bytes(Draft draft) {
    return written(draft).copy();
  }

  private static byte[] bytes(Draft draft, Retired retired) {
    return written(draft)
        .put1(JobCodes.of(retired.state()))
        .put8(retired.createdAt().toEpochMilli())
        .put8(retired.until().toEpochMilli())
        .copy();
  }

  private static ByteWriter written(Draft draft) {
    Fingerprint print = fingerprintOf(draft);
    ByteWriter out = new ByteWriter(64).put1(FORMAT);
    JobBytes.writeId(out, draft.key().id());
    out.put8(print.high()).put8(print.low());
    return out.put8(ThreadLocalRandom.current().nextLong());
  }

  private static Entry entry(Held held) {
    return entry(held.bytes(), held.revision());
  }

  static Entry entry(byte[] bytes, long revision) {
    ByteReader in = new ByteReader(bytes);
    RecordCodec.requireFormat("a request id", in.get1(), FORMAT);
    JobId id = JobBytes.readId(in);
    Fingerprint print = new Fingerprint(in.get8(), in.get8());
    in.get8();
    return new Entry(id, print, revision, in.hasMore() ? retired(in) : null);
  }

  private static Retired retired(ByteReader in) {
    State state = JobCodes.state(in.get1());
    return new Retired(state, Instant.ofEpochMilli(in.get8()), Instant.ofEpochMilli(in.get8()));
  }

  private static Fingerprint fingerprintOf(Draft draft) {
    Fingerprint print = draft.fingerprint();
    return print == null ? new Fingerprint(0, 0) : print;
  }
}
