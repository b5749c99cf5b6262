package dev.waybill.backend.embedded.log;

import dev.waybill.backend.support.DiskFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads the log back at start. Everything before the last frame must be whole. The last frame may
/// be torn, for it was never acknowledged; after a clean end not even that.
public final class LogRecovery {

  /// What is done with each frame.
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
        // The last frame may have been written and not synced. Whoever reads it now relies on it.
        last.sync();
      }
    } catch (IOException failure) {
      throw DiskFailure.of("read the log", folder, failure);
    }
  }

  /// From now on the log may grow. To be called when nothing can refuse the folder any more: until
  /// then a second look at a log that was closed cleanly must be as strict as the first.
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
      throw segment.corrupt("the segment before it is missing");
    } else if (segment.firstBatch() != nextBatch) {
      throw last.corrupt(
          "it ends with batch " + (nextBatch - 1) + ", not " + (segment.firstBatch() - 1));
    }
  }

  private int replay(Segment segment, Visitor visitor) throws IOException {
    FrameReader frames = new FrameReader(segment, Segment.HEADER);
    while (frames.next(segment.capacity())) {
      if (frames.batch() != nextBatch) {
        throw segment.corrupt(
            "batch " + frames.batch() + " stands where " + nextBatch + " belongs");
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
      throw last.corrupt("the frame at " + end + " is damaged and later ones are not");
    }
    if (clean == null) {
      LOG.log(System.Logger.Level.INFO, "the log was not closed; recovered up to {0}", found);
    }
  }

  /// Says that the log ends here by intent, so that a shorter one is known to be damaged.
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
