package dev.waybill.backend.nats;

import dev.waybill.backend.nats.Wire.Purge;
import io.nats.client.Message;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/// Marks of deleted jobs in the bucket of jobs. They stay until every server has seen them.
final class DeletionMarks {

  /// How long a mark stays, by the time of the broker: a server that is behind by more than this
  /// reads everything again.
  private static final Duration KEPT = Duration.ofMinutes(10);

  private static final String STREAM = JobSubjects.streamOf(JobSubjects.JOBS);

  private record Mark(String subject, long revision, ZonedDateTime at) {}

  private final Wire wire;
  private final ConcurrentLinkedQueue<Mark> marks = new ConcurrentLinkedQueue<>();
  private volatile @Nullable ZonedDateTime latest;

  DeletionMarks(Wire wire) {
    this.wire = wire;
  }

  /// A message of the bucket of jobs was read.
  void follow(Message message, boolean isMark) {
    ZonedDateTime at = message.metaData().timestamp();
    latest = at;
    if (isMark) {
      marks.add(new Mark(message.getSubject(), message.metaData().streamSequence(), at));
    }
  }

  void drop(int max) {
    ZonedDateTime newest = latest;
    List<Purge> purges = new ArrayList<>();
    Mark oldest = marks.peek();
    while (newest != null
        && oldest != null
        && purges.size() < max
        && oldest.at().plus(KEPT).isBefore(newest)) {
      purges.add(new Purge(STREAM, oldest.subject(), oldest.revision()));
      marks.poll();
      oldest = marks.peek();
    }
    wire.purgeAll(purges);
  }
}
