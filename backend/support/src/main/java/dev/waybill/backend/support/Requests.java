package dev.waybill.backend.support;

import dev.waybill.JobId;
import dev.waybill.State;
import dev.waybill.backend.support.GuardedTable.Held;
import dev.waybill.backend.support.GuardedTable.Removal;
import dev.waybill.backend.support.GuardedTable.Write;
import dev.waybill.backend.support.GuardedTable.Written;
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

/// The request IDs of jobs. An entry is written before its job; a server that finds an entry
/// without a job creates the job with the ID in the entry.
final class Requests {

  /// Entries of format 1 began with the ID of the job, whose first byte is 1.
  private static final int FORMAT = 2;

  /// The job of a request ID, and the fingerprint of the request.
  ///
  /// @param revision the revision of the entry in the table
  /// @param retired the outcome of a job that was pruned or is about to be
  record Entry(JobId job, Fingerprint fingerprint, long revision, @Nullable Retired retired) {

    boolean isRetired() {
      return retired != null;
    }

    boolean hasExpired(Instant now) {
      return retired != null && !retired.until().isAfter(now);
    }

    /// Whether the job was to be created before a time; it may not exist.
    boolean isOpenSince(Instant before) {
      long created = job.high() >>> 16; // an ID begins with its time
      return retired == null && created < before.toEpochMilli();
    }

    /// The answer for a pruned job, unless it has expired.
    Optional<Appended> remembered(Instant now) {
      return retired == null || hasExpired(now)
          ? Optional.empty()
          : Optional.of(new Appended.Duplicate(job, retired.state(), retired.createdAt()));
    }

    boolean asksTheSameAs(Draft draft) {
      return fingerprint.equals(fingerprintOf(draft));
    }
  }

  /// The outcome of a job, and how long its request ID is kept.
  private record Retired(State state, Instant createdAt, Instant until) {}

  private final GuardedTable<RequestKey> table;

  Requests(GuardedTable<RequestKey> table) {
    this.table = table;
  }

  /// Whether each of these drafts was the first with its request ID.
  List<Boolean> claim(List<Draft> drafts) {
    List<Write<RequestKey>> writes =
        drafts.stream().map(draft -> Write.of(RequestKey.of(draft), 0, bytes(draft))).toList();
    return table.writeAll(writes).stream().map(Written.At.class::isInstance).toList();
  }

  List<Optional<Entry>> find(List<Draft> drafts) {
    return table.readAll(drafts.stream().map(RequestKey::of).toList()).stream()
        .map(held -> held.map(Requests::entry))
        .toList();
  }

  /// The job of a request ID, if there is one.
  Optional<JobId> find(String tenant, String requestId) {
    return table.read(new RequestKey(tenant, requestId)).map(held -> entry(held).job());
  }

  /// Deletes the request IDs of jobs that are to be deleted, but keeps those of jobs that were
  /// created after a time: they contain the outcome of the job and their expiry.
  void retire(List<JobRecord> jobs, Duration known, Instant now) {
    List<JobRecord> named =
        jobs.stream().filter(job -> job.job().draft().job().requestId() != null).toList();
    List<Optional<Held>> found =
        table.readAll(named.stream().map(job -> RequestKey.of(job.job().draft())).toList());
    List<Removal<RequestKey>> removals = new ArrayList<>();
    List<Write<RequestKey>> marks = new ArrayList<>();
    for (int i = 0; i < named.size(); i++) {
      JobRecord job = named.get(i);
      Held held = found.get(i).orElse(null);
      if (held == null || !entry(held).job().equals(job.key().id())) {
        continue;
      }
      RequestKey key = RequestKey.of(job.job().draft());
      Instant until = job.job().createdAt().plus(known);
      if (until.isAfter(now)) {
        Retired retired = new Retired(job.state(), job.job().createdAt(), until);
        marks.add(Write.of(key, held.revision(), bytes(job.job().draft(), retired)));
      } else {
        removals.add(new Removal<>(key, held.revision()));
      }
    }
    table.writeAll(marks);
    table.removeAll(removals);
  }

  /// Deletes the request IDs of jobs that are gone.
  void forget(List<HistoryIndex.Old> jobs) {
    List<HistoryIndex.Old> named = jobs.stream().filter(job -> job.requestId() != null).toList();
    List<RequestKey> keys = named.stream().map(Requests::keyOf).toList();
    List<Optional<Held>> found = table.readAll(keys);
    List<Removal<RequestKey>> removals = new ArrayList<>();
    for (int i = 0; i < keys.size(); i++) {
      Held held = found.get(i).orElse(null);
      if (held != null && entry(held).job().equals(named.get(i).known().job().id())) {
        removals.add(new Removal<>(keys.get(i), held.revision()));
      }
    }
    table.removeAll(removals);
  }

  private static RequestKey keyOf(HistoryIndex.Old job) {
    return new RequestKey(job.known().job().tenant(), Objects.requireNonNull(job.requestId()));
  }

  /// Deletes a request ID that is unchanged since it was read.
  void drop(Draft draft, Entry entry) {
    table.removeAll(List.of(new Removal<>(RequestKey.of(draft), entry.revision())));
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

  static Entry entry(Held held) {
    ByteReader in = new ByteReader(held.bytes());
    RecordCodec.requireFormat("a request id", in.get1(), FORMAT);
    JobId id = JobBytes.readId(in);
    Fingerprint print = new Fingerprint(in.get8(), in.get8());
    in.get8();
    return new Entry(id, print, held.revision(), in.hasMore() ? retired(in) : null);
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
