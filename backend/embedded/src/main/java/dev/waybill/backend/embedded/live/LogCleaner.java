package dev.waybill.backend.embedded.live;

import dev.waybill.backend.embedded.history.Projector;
import dev.waybill.backend.embedded.log.Frame;
import dev.waybill.backend.embedded.log.FrameReader;
import dev.waybill.backend.embedded.log.Segment;
import dev.waybill.backend.embedded.log.SegmentedLog;
import dev.waybill.bytes.ByteReader;
import dev.waybill.bytes.ByteWriter;
import dev.waybill.bytes.JobBytes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Keeps the log short: copies the live jobs of the oldest segment forward, a few with each frame,
/// and drops the segment when it is no longer needed. The log first records the drop: a segment
/// that is missing without such a record was lost. Runs on the writer thread.
final class LogCleaner {

  /// The maximum number of bytes that are copied with one frame.
  private static final int STEP_BYTES = 256 << 10;

  /// The minimum number of segments.
  private static final int KEPT_SEGMENTS = 2;

  /// The maximum growth of a job by copying; also enough for the record of a drop.
  private static final int GROWTH = 4 << 10;

  private final SegmentedLog log;
  private final LiveState state;
  private final LedgerState ledger;
  private final Projector projector;
  private final List<Move> moves = new ArrayList<>();
  private @Nullable FrameReader frames;
  private FrameReader.@Nullable Records records;

  /// Whether the current record waits for a frame with more room.
  private boolean held;

  private boolean copied;
  private boolean announced;

  /// A job whose immutable part gets a new position.
  private record Move(LiveJob job, long position, int length) {}

  LogCleaner(SegmentedLog log, LiveState state, LedgerState ledger, Projector projector) {
    this.log = log;
    this.state = state;
    this.ledger = ledger;
    this.projector = projector;
  }

  /// Whether there is work. It needs [#wanted] bytes of room.
  boolean hasWork() {
    return copied ? isProjected() : isWorthwhile();
  }

  int wanted() {
    return held && records != null ? records.bodyLength() + 2 * GROWTH : 2 * GROWTH;
  }

  /// Adds live jobs to the current frame, or the record of the drop.
  void contribute(Frame frame) throws IOException {
    if (copied) {
      announce(frame);
    } else if (isWorthwhile()) {
      copySome(frame, log.oldest());
    }
  }

  private void copySome(Frame frame, Segment oldest) throws IOException {
    if (frames == null) {
      frames = new FrameReader(oldest, Segment.HEADER);
    }
    int limit = frame.size() + STEP_BYTES;
    while (frame.size() < limit) {
      if (records != null && (held || records.next())) {
        held = !copiedIfLive(records, oldest.number(), frame);
        if (held) {
          return;
        }
      } else if (frames.next(oldest.capacity())) {
        records = frames.records();
      } else {
        copied = true;
        return;
      }
    }
  }

  private void announce(Frame frame) {
    if (!isProjected()) {
      projector.wantDurable();
    } else if (log.hasRoom(frame.size() + GROWTH)) {
      Facts.Base.of(state, ledger, log.oldest().number() + 1).write(frame.begin(FactKind.BASE));
      frame.end();
      announced = true;
    }
  }

  /// Called after the commit: copied jobs get their new positions, and an announced segment is
  /// dropped.
  void committed() {
    moves.forEach(move -> state.moved(move.job(), move.position(), move.length()));
    moves.clear();
    if (announced) {
      announced = false;
      copied = false;
      frames = null;
      records = null;
      log.dropOldest();
    }
  }

  private boolean isProjected() {
    return projector.durable() >= SegmentedLog.position(log.oldest().number() + 1, 0);
  }

  /// Whether more than half of the log is not needed by live jobs.
  private boolean isWorthwhile() {
    int segments = log.segmentCount();
    long size = log.bytes() / segments;
    return segments > KEPT_SEGMENTS && log.bytes() - size > 2 * state.liveBytes() + size;
  }

  /// Returns false if the job is live and does not fit into the frame.
  private boolean copiedIfLive(FrameReader.Records record, long segment, Frame frame) {
    FactKind kind = record.kind();
    if (kind != FactKind.BORN && kind != FactKind.MOVED && kind != FactKind.REVIVED) {
      return true;
    }
    ByteReader body = record.body();
    Facts.skipWhole(body);
    int unchangingAt = body.at() - record.bodyAt();
    LiveJob job = state.find(JobBytes.readId(body));
    if (job == null
        || job.isTerminal()
        || job.position != SegmentedLog.position(segment, record.offset())) {
      return true;
    }
    if (!log.hasRoom(frame.size() + record.bodyLength() + GROWTH)) {
      return false;
    }
    byte[] whole = record.copyBody();
    ByteWriter out = frame.begin(FactKind.MOVED);
    LiveSteps.whole(job).write(out);
    out.putRaw(whole, unchangingAt, whole.length - unchangingAt);
    moves.add(new Move(job, frame.end(), frame.lastBodyLength()));
    return true;
  }
}
