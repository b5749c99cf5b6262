package dev.waybill.backend.nats;

import dev.waybill.State;
import dev.waybill.WaybillException;
import dev.waybill.backend.nats.SubjectWrites.Purge;
import dev.waybill.backend.nats.SubjectWrites.Put;
import dev.waybill.backend.support.ArchivedJob;
import dev.waybill.backend.support.GuardedTable.Held;
import dev.waybill.backend.support.GuardedTable.Write;
import dev.waybill.backend.support.GuardedTable.Written;
import dev.waybill.backend.support.HistoryLog;
import dev.waybill.bytes.ByteReader;
import dev.waybill.bytes.ByteWriter;
import io.nats.client.Message;
import io.nats.client.api.MessageInfo;
import io.nats.client.api.StreamInfo;
import io.nats.client.impl.Headers;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Finished and deleted jobs in a stream, as JSON. Subjects name tenant, queue and state, not the
/// job, so that the broker need not hold a subject for each job.
final class HistoryStream implements HistoryLog {

  static final String STREAM = "WB_HISTORY";
  static final String SUBJECTS = "wb.job.>";

  private static final String PREFIX = "wb.job.";
  private static final String DELETED = PREFIX + "deleted";
  private static final String JOBS = JobSubjects.streamOf(JobSubjects.JOBS);

  /// Says that the body is the record alone, because its JSON exceeds the message size of the
  /// server.
  private static final String FORM = "Waybill-Form";

  private static final String ID = "Waybill-Job-Id";

  /// So that a message of deletions fits into any message size.
  private static final int DELETIONS_AT_ONCE = 50;

  private final SubjectWrites wire;
  private final StreamReads reads;
  private final StreamScan scan;
  private final OwnEntries own = new OwnEntries();

  /// Replicas may number entries differently after a crash.
  private final boolean knowsPositions;

  private volatile long identity;
  private volatile long epoch;

  HistoryStream(NatsLink link, SubjectWrites wire) {
    this.wire = wire;
    this.reads = new StreamReads(link, STREAM);
    this.scan = new StreamScan(link, STREAM);
    this.knowsPositions = link.config().replicas() == 1;
  }

  /// The identity is the creation time of the stream.
  @Override
  public Bounds bounds() {
    StreamInfo info = wire.info(STREAM);
    long created = info.getCreateTime().toInstant().toEpochMilli();
    if (created != identity) {
      own.clear();
      identity = created;
    }
    return new Bounds(
        identity,
        info.getStreamState().getFirstSequence(),
        info.getStreamState().getLastSequence());
  }

  @Override
  public void forget() {
    own.clear();
  }

  /// A broker that restarts may have lost entries.
  private void forgetAfterReconnect() {
    long now = wire.epoch();
    if (now != epoch) {
      epoch = now;
      own.clear();
    }
  }

  @Override
  public void append(List<ArchivedJob> jobs) {
    forgetAfterReconnect();
    List<Written> written = wire.writeAll(jobs.stream().map(this::put).toList());
    for (int i = 0; knowsPositions && i < jobs.size(); i++) {
      if (written.get(i) instanceof Written.At(long position) && position != Written.PASSED) {
        own.add(position, jobs.get(i));
      }
    }
  }

  private Put put(ArchivedJob job) {
    Headers headers =
        new Headers()
            .put(ID, job.key().id().toString())
            .put(SubjectWrites.ID, job.key().id() + "@" + job.version());
    String subject = subject(job);
    byte[] body = HistoryJson.write(job);
    if (!wire.fits(subject, body)) {
      headers.put(FORM, "record");
      body = job.whole();
    }
    return new Put(STREAM, Write.of(subject, Write.ANY, body), headers);
  }

  private static String subject(ArchivedJob job) {
    return PREFIX
        + JobSubjects.token(job.key().tenant())
        + "."
        + JobSubjects.token(job.job().request().queue())
        + "."
        + HistoryJson.state(job.job());
  }

  @Override
  public void appendDeletions(List<Deletion> jobs, Instant at) {
    List<Put> puts = new ArrayList<>();
    for (int from = 0; from < jobs.size(); from += DELETIONS_AT_ONCE) {
      List<Deletion> some = jobs.subList(from, Math.min(jobs.size(), from + DELETIONS_AT_ONCE));
      puts.add(Put.of(STREAM, DELETED, Write.ANY, HistoryJson.write(some, at)));
    }
    wire.writeAll(puts);
  }

  @Override
  public List<Entry> after(long position, int max) {
    return scan.read(StreamScan.EVERY_SUBJECT, position, max).stream()
        .map(HistoryStream::entry)
        .toList();
  }

  @Override
  public List<Entry> briefAfter(long position, int max) {
    forgetAfterReconnect();
    List<Entry> known = own.after(position, max);
    return known.isEmpty()
        ? scan.read(StreamScan.EVERY_SUBJECT, position, max).stream().map(this::brief).toList()
        : known;
  }

  private Entry brief(Message message) {
    long position = message.metaData().streamSequence();
    return own.find(position)
        .<Entry>map(job -> new Entry.Ended(position, job))
        .orElseGet(() -> entry(message));
  }

  private static Entry entry(Message message) {
    long position = message.metaData().streamSequence();
    try {
      return message.getSubject().equals(DELETED)
          ? HistoryJson.deleted(position, message.getData())
          : new Entry.Ended(position, job(message.getHeaders(), message.getData()));
    } catch (WaybillException | IllegalArgumentException | IndexOutOfBoundsException damaged) {
      return new Entry.Damaged(position);
    }
  }

  private static ArchivedJob job(@Nullable Headers headers, byte[] body) {
    return headers != null && headers.containsKey(FORM)
        ? ArchivedJob.ofWhole(body)
        : HistoryJson.job(body);
  }

  @Override
  public List<Optional<ArchivedJob>> at(List<Long> positions) {
    List<Optional<ArchivedJob>> found = new ArrayList<>(positions.size());
    for (@Nullable MessageInfo message : reads.at(positions)) {
      found.add(
          message == null
              ? Optional.empty()
              : Optional.of(job(message.getHeaders(), message.getData())));
    }
    return found;
  }

  @Override
  public void removeAll(List<Long> positions) {
    wire.deleteAll(STREAM, positions);
  }

  @Override
  public void removeUpTo(State state, long position) {
    String subjects = PREFIX + "*.*." + state.name().toLowerCase(Locale.ROOT);
    wire.purgeAll(List.of(new Purge(STREAM, subjects, position)));
  }

  @Override
  public void dropDeletions(long upTo) {
    announce(upTo);
    wire.purgeAll(List.of(new Purge(STREAM, DELETED, upTo)));
  }

  @Override
  public long dropped() {
    return announced().map(this::number).orElse(0L);
  }

  private void announce(long position) {
    boolean known = false;
    while (!known) {
      Optional<Held> held = announced();
      known = held.map(this::number).orElse(0L) >= position || isWritten(position, held);
    }
  }

  private boolean isWritten(long position, Optional<Held> held) {
    byte[] body = new ByteWriter(16).put8(identity).put8(position).copy();
    long expected = held.map(Held::revision).orElse(0L);
    Put put = Put.of(JOBS, JobSubjects.DROPPED_MARKS, expected, body);
    return wire.write(put) instanceof Written.At;
  }

  private Optional<Held> announced() {
    return wire.read(JOBS, JobSubjects.DROPPED_MARKS);
  }

  /// An announcement for an earlier stream of this name does not count.
  private long number(Held held) {
    ByteReader in = new ByteReader(held.bytes());
    return in.get8() == identity ? in.get8() : 0;
  }
}
