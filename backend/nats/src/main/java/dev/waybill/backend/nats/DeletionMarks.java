package dev.waybill.backend.nats;

import dev.waybill.backend.nats.SubjectWrites.Purge;
import dev.waybill.backend.nats.SubjectWrites.Put;
import dev.waybill.backend.support.GuardedTable.Held;
import dev.waybill.backend.support.GuardedTable.Written;
import dev.waybill.bytes.ByteReader;
import dev.waybill.bytes.ByteWriter;
import dev.waybill.spi.JobChanges;
import io.nats.client.Message;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;

/// Marks of deleted jobs in the bucket of jobs. Marks are dropped after some time, and a record in
/// the same stream contains the last dropped revision. A server or reader that is further behind
/// reads everything again.
final class DeletionMarks {

  private static final String STREAM = JobSubjects.streamOf(JobSubjects.JOBS);

  private record Mark(String subject, long revision, Instant deletedAt) {}

  private final SubjectWrites wire;
  private final ConcurrentLinkedQueue<Mark> marks = new ConcurrentLinkedQueue<>();

  DeletionMarks(SubjectWrites wire) {
    this.wire = wire;
  }

  /// Records a deletion mark that was read from the bucket of jobs.
  void follow(Message message, Instant deletedAt) {
    marks.add(new Mark(message.getSubject(), message.metaData().streamSequence(), deletedAt));
  }

  void drop(int max, Instant now) {
    Instant before = now.minus(JobChanges.DELETIONS_KEPT);
    List<Mark> old =
        marks.stream().takeWhile(mark -> mark.deletedAt().isBefore(before)).limit(max).toList();
    if (!old.isEmpty()) {
      announce(old.stream().mapToLong(Mark::revision).max().orElseThrow());
      wire.purgeAll(
          old.stream().map(mark -> new Purge(STREAM, mark.subject(), mark.revision())).toList());
      old.forEach(marks::remove);
    }
  }

  /// The revision up to which marks may have been dropped, by any server.
  static long dropped(SubjectWrites wire) {
    return announced(wire).map(DeletionMarks::number).orElse(0L);
  }

  private void announce(long revision) {
    boolean known = false;
    while (!known) {
      Optional<Held> held = announced(wire);
      known = held.map(DeletionMarks::number).orElse(0L) >= revision || isWritten(revision, held);
    }
  }

  private boolean isWritten(long revision, Optional<Held> held) {
    byte[] body = new ByteWriter(8).put8(revision).copy();
    long expected = held.map(Held::revision).orElse(0L);
    Put put = Put.of(STREAM, JobSubjects.DROPPED_MARKS, expected, body);
    return wire.writeAll(List.of(put)).getFirst() instanceof Written.At;
  }

  private static Optional<Held> announced(SubjectWrites wire) {
    return wire.readAll(STREAM, List.of(JobSubjects.DROPPED_MARKS)).getFirst();
  }

  private static long number(Held held) {
    return new ByteReader(held.bytes()).get8();
  }
}
