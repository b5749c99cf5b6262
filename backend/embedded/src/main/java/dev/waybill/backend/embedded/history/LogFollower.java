package dev.waybill.backend.embedded.history;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.backend.embedded.log.FrameReader;
import dev.waybill.backend.embedded.log.Segment;
import dev.waybill.backend.embedded.log.SegmentedLog;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Reads the log after its writer, frame by frame and across segments. Every frame must have the
/// next number, so that none is skipped.
final class LogFollower {

  /// A run ends after about this many facts and bytes of the log.
  private static final int RUN_SIZE = 20_000;

  private static final int RUN_BYTES = 16 << 20;

  private final SegmentedLog log;
  private final Path history;
  private @Nullable FrameReader frames;
  private long position;
  private long batch;

  LogFollower(SegmentedLog log, Path history) {
    this.log = log;
    this.history = history;
  }

  HistoryPosition reached() {
    return new HistoryPosition(position, batch);
  }

  /// Continues from this position; later frames are read again.
  void startAt(HistoryPosition reached) {
    frames = null;
    position = reached.position();
    batch = reached.batch();
  }

  /// Starts at the end of the history, if log and history belong together. The log ends at `end`.
  void follow(HistoryPosition reached, HistoryPosition end) {
    if (reached.position() == 0) {
      startAt(beginning());
    } else if (reached.position() > end.position()) {
      throw mismatch("is ahead of the log, which ends at " + hex(end.position()));
    } else if (reached.position() == end.position() && reached.batch() != end.batch()) {
      throw mismatch("belongs to another log");
    } else {
      startAt(reached);
    }
  }

  private HistoryPosition beginning() {
    if (log.oldest().number() != 1) {
      throw new WaybillException(
          Code.CORRUPT,
          history
              + " is missing or empty, and the log no longer reaches back to its beginning."
              + " Restore the data directory from a backup.");
    }
    return new HistoryPosition(log.start() + Segment.HEADER, log.oldest().firstBatch());
  }

  /// Adds a run of frames that end before `end`.
  void read(PendingFacts run, long end) throws IOException {
    long startedAt = position;
    while (position < end && run.size() < RUN_SIZE && position - startedAt < RUN_BYTES) {
      FrameReader reader = frames == null ? open() : frames;
      frames = reader;
      boolean last = SegmentedLog.segmentOf(end) == SegmentedLog.segmentOf(position);
      if (reader.next(last ? SegmentedLog.offsetOf(end) : reader.capacity())) {
        take(reader, run);
      } else if (last) {
        throw mismatch("ends at " + hex(position) + ", where the log has no frame");
      } else {
        enterNextSegment();
      }
    }
  }

  private void take(FrameReader reader, PendingFacts run) {
    if (reader.batch() != batch) {
      throw mismatch("expects batch " + batch + " where the log has " + reader.batch());
    }
    run.add(reader.records());
    batch++;
    position = SegmentedLog.position(SegmentedLog.segmentOf(position), reader.end());
  }

  private void enterNextSegment() {
    Segment next = segment(SegmentedLog.segmentOf(position) + 1);
    if (next.firstBatch() != batch) {
      throw mismatch("ends at " + hex(position) + ", but the log is unreadable from there");
    }
    position = SegmentedLog.position(next.number(), Segment.HEADER);
    frames = null;
  }

  private FrameReader open() {
    return new FrameReader(
        segment(SegmentedLog.segmentOf(position)), SegmentedLog.offsetOf(position));
  }

  private Segment segment(long number) {
    Segment segment = log.segment(number);
    if (segment == null) {
      throw mismatch("ends in log segment " + number + ", which does not exist");
    }
    return segment;
  }

  private WaybillException mismatch(String how) {
    return new WaybillException(
        Code.CORRUPT,
        history
            + " "
            + how
            + ". Restore the whole data directory from one backup; while the log still has its"
            + " first segment, the history can also be deleted and is then rebuilt.");
  }

  private static String hex(long position) {
    return "%x:%x".formatted(SegmentedLog.segmentOf(position), SegmentedLog.offsetOf(position));
  }
}
