package dev.waybill.backend.embedded;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Keeps the log short: copies the live jobs of the oldest segment forward, a little with each
/// frame, and drops the segment when nothing needs it any more. Runs on the writer thread.
final class LogCleaner {

  /// How much is copied with one frame.
  private static final int STEP_BYTES = 256 << 10;

  /// So many segments are kept in any case.
  private static final int KEPT_SEGMENTS = 2;

  private final SegmentedLog log;
  private final LiveState state;
  private final Projector projector;
  private @Nullable FrameReader frames;
  private FrameReader.@Nullable Records records;
  private boolean copied;
  private final List<Move> moves = new ArrayList<>();

  /// A job whose unchanging part is about to stand elsewhere.
  private record Move(LiveJob job, long position, int length) {}

  LogCleaner(SegmentedLog log, LiveState state, Projector projector) {
    this.log = log;
    this.state = state;
    this.projector = projector;
  }

  /// Whether there is something to copy.
  boolean hasWork() {
    return !copied && isWorthwhile();
  }

  /// Copies some live jobs into the frame that is being written.
  void contribute(Frame frame) throws IOException {
    if (!hasWork()) {
      return;
    }
    Segment oldest = log.oldest();
    if (frames == null) {
      frames = new FrameReader(oldest, Segment.HEADER);
    }
    int limit = frame.size() + STEP_BYTES;
    while (frame.size() < limit && log.hasRoom(frame.size() + STEP_BYTES)) {
      if (records != null && records.next()) {
        copyIfLive(records, oldest.number(), frame);
      } else if (frames.next(oldest.capacity())) {
        records = frames.records();
      } else {
        copied = true;
        return;
      }
    }
  }

  /// What was copied is on disk: from now on it is read there.
  void committed() {
    moves.forEach(move -> state.moved(move.job(), move.position(), move.length()));
    moves.clear();
  }

  /// Drops the oldest segment once its live jobs are copied and the history holds the rest.
  void dropWhatIsFree() {
    if (!copied) {
      return;
    }
    if (projector.durable() >= SegmentedLog.position(log.oldest().number() + 1, 0)) {
      log.dropOldest();
      frames = null;
      records = null;
      copied = false;
    } else {
      projector.wantDurable();
    }
  }

  /// More than half of the log is of no use to live jobs.
  private boolean isWorthwhile() {
    int segments = log.segmentCount();
    long size = log.bytes() / segments;
    return segments > KEPT_SEGMENTS && log.bytes() - size > 2 * state.liveBytes() + size;
  }

  private void copyIfLive(FrameReader.Records record, long segment, Frame frame) {
    FactKind kind = record.kind();
    if (kind != FactKind.BORN && kind != FactKind.MOVED && kind != FactKind.REVIVED) {
      return;
    }
    ByteReader body = record.body();
    Facts.skipWhole(body);
    int unchangingAt = body.at() - record.bodyAt();
    LiveJob job = state.find(Facts.readId(body));
    if (job == null
        || job.isTerminal()
        || job.position != SegmentedLog.position(segment, record.offset())) {
      return;
    }
    byte[] whole = record.copyBody();
    ByteWriter out = frame.begin(FactKind.MOVED);
    Steps.whole(job).write(out);
    out.putRaw(whole, unchangingAt, whole.length - unchangingAt);
    moves.add(new Move(job, frame.end(), frame.lastBodyLength()));
  }
}
