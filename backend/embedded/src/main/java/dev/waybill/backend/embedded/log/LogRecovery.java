package dev.waybill.backend.embedded.log;

import dev.waybill.backend.support.DiskFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads the log at start. All frames before the last one must be intact. The last frame may be
/// torn, because it was never acknowledged; after a clean shutdown it must be intact, too.
public final class LogRecovery {

  /// Receives each frame.
  public interface Visitor {
    void frame(long time, long segment, FrameReader.Records records);
  }

  private static final String CLEAN = "clean";
  private static final System.Logger LOG = System.getLogger(LogRecovery.class.getName());

  private final SegmentedLog log;
  private final Path folder;
  private long nextBatch = 1;

  public LogRecovery(SegmentedLog log, Path folder) {
    this.log = log;
    this.folder = folder;
  }

  public long nextBatch() {
    return nextBatch;
  }

  public void replay(Visitor visitor) {
    try {
      String clean = readCleanMark();
      Segment last = null;
      int end = 0;
      for (Map.Entry<Long, Path> file : log.files().entrySet()) {
        Segment segment = Segment.open(file.getValue());
        end = replay(segment, last, file.getKey(), visitor);
        log.adopt(segment, end);
        last = segment;
      }
      if (last != null) {
        checkEnd(last, end, clean);
        // The last frame may have been written but not synced. Readers rely on it from now on.
        last.sync();
      }
    } catch (IOException failure) {
      throw DiskFailure.of("read the log", folder, failure);
    }
  }

  /// Allows the log to grow. Called when the data directory can no longer be refused: until then a
  /// second check of a log that was closed cleanly must be as strict as the first.
  public void forgetCleanEnd() {
    try {
      Files.deleteIfExists(folder.resolve(CLEAN));
      Directories.syncDirectory(folder);
    } catch (IOException failure) {
      throw DiskFailure.of("open the log", folder, failure);
    }
  }

  private int replay(Segment segment, @Nullable Segment last, long number, Visitor visitor)
      throws IOException {
    try {
      checkFollows(segment, last, number);
      return replay(segment, visitor);
    } catch (IOException | RuntimeException failure) {
      segment.close();
      throw failure;
    }
  }

  private void checkFollows(Segment segment, @Nullable Segment last, long number) {
    if (segment.number() != number) {
      throw segment.corrupt("the file was renamed, it is segment " + segment.number());
    }
    if (last == null) {
      nextBatch = segment.firstBatch();
    } else if (segment.number() != last.number() + 1) {
      throw segment.corrupt("the previous segment is missing");
    } else if (segment.firstBatch() != nextBatch) {
      throw last.corrupt(
          "it ends with batch " + (nextBatch - 1) + ", not " + (segment.firstBatch() - 1));
    }
  }

  private int replay(Segment segment, Visitor visitor) throws IOException {
    FrameReader frames = new FrameReader(segment, Segment.HEADER);
    while (frames.next(segment.capacity())) {
      if (frames.batch() != nextBatch) {
        throw segment.corrupt("batch " + frames.batch() + " is where " + nextBatch + " belongs");
      }
      nextBatch++;
      visitor.frame(frames.time(), segment.number(), frames.records());
    }
    return frames.end();
  }

  private void checkEnd(Segment last, int end, @Nullable String clean) throws IOException {
    String found = mark(last.number(), end);
    if (clean != null && !clean.equals(found)) {
      throw last.corrupt("it was closed at " + clean + " but can be read only up to " + found);
    }
    FrameReader after = new FrameReader(last, end);
    if (after.anyHeaderAfterGap(last.capacity(), nextBatch)) {
      throw last.corrupt("the frame at " + end + " is damaged, but later frames are intact");
    }
    if (clean == null) {
      LOG.log(
          System.Logger.Level.INFO, "the log was not closed cleanly; recovered up to {0}", found);
    }
  }

  /// Records the end of the log at a clean shutdown, so that a shorter log is known to be damaged.
  public static void markClean(Path folder, long end) throws IOException {
    Path temporary = folder.resolve(CLEAN + ".tmp");
    String text = mark(SegmentedLog.segmentOf(end), SegmentedLog.offsetOf(end));
    try (var channel =
        dev.waybill.base.PrivateFiles.open(
            temporary,
            java.nio.file.StandardOpenOption.CREATE,
            java.nio.file.StandardOpenOption.WRITE,
            java.nio.file.StandardOpenOption.TRUNCATE_EXISTING)) {
      Disk.write(
          channel,
          java.nio.ByteBuffer.wrap(text.getBytes(java.nio.charset.StandardCharsets.US_ASCII)),
          0);
      channel.force(true);
    }
    Files.move(temporary, folder.resolve(CLEAN), java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    Directories.syncDirectory(folder);
  }

  private @Nullable String readCleanMark() throws IOException {
    Path file = folder.resolve(CLEAN);
    return Files.exists(file) ? Files.readString(file) : null;
  }

  private static String mark(long segment, int end) {
    return String.format("%x:%x", segment, end);
  }
}
