package dev.waybill.backend.embedded.log;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.backend.support.DiskFailure;
import dev.waybill.backend.support.OpenParts;
import dev.waybill.bytes.ByteWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The log: frames in segments of fixed size. One thread appends; any thread reads records.
///
/// A position is the number of a segment and an offset in it. A frame never spans segments.
public class SegmentedLog implements AutoCloseable {

  private static final String SUFFIX = ".log";
  private static final Pattern NAME = Pattern.compile("(0[0-9a-f]{15})\\.log");
  private static final String SPARE = "spare.tmp";

  private final Path folder;
  private final int segmentSize;
  private final ConcurrentNavigableMap<Long, Segment> segments = new ConcurrentSkipListMap<>();
  private final RandomGenerator salts = RandomGenerator.of("SecureRandom");
  private @Nullable Segment current;
  private int offset;
  private @Nullable CompletableFuture<Path> spare;

  public SegmentedLog(Path folder, int segmentSize) {
    this.folder = folder;
    this.segmentSize = segmentSize;
  }

  public static long position(long segment, int offset) {
    return segment << 32 | offset;
  }

  public static long segmentOf(long position) {
    return position >>> 32;
  }

  public static int offsetOf(long position) {
    return (int) position;
  }

  /// About how many bytes are between two positions.
  public long distance(long from, long to) {
    return (segmentOf(to) - segmentOf(from)) * segmentSize + (offsetOf(to) - offsetOf(from));
  }

  public Path folder() {
    return folder;
  }

  /// Files of the log by segment number.
  ConcurrentNavigableMap<Long, Path> files() throws IOException {
    Files.deleteIfExists(folder.resolve(SPARE));
    ConcurrentNavigableMap<Long, Path> found = new ConcurrentSkipListMap<>();
    try (var listing = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
      for (Path file : listing) {
        found.put(number(file), file);
      }
    }
    return found;
  }

  private static long number(Path file) {
    Matcher name = NAME.matcher(file.getFileName().toString());
    if (!name.matches()) {
      throw new WaybillException(
          Code.CORRUPT,
          file + ": not the name of a log segment. Nothing was changed; remove the file.");
    }
    return Long.parseLong(name.group(1), 16);
  }

  /// Adds a segment found on disk, oldest first.
  void adopt(Segment segment, int end) {
    segments.put(segment.number(), segment);
    current = segment;
    offset = end;
  }

  /// The position of the next frame.
  public long end() {
    return current == null ? 0 : position(current.number(), offset);
  }

  public long start() {
    return segments.isEmpty() ? 0 : position(segments.firstKey(), 0);
  }

  public int segmentCount() {
    return segments.size();
  }

  public long bytes() {
    return (long) segments.size() * segmentSize;
  }

  /// Whether a frame of this size fits into the current segment.
  public boolean hasRoom(int bytes) {
    return current != null && offset + bytes + Frame.ALIGNMENT <= current.capacity();
  }

  /// Whether the current segment has no frame yet.
  public boolean isFresh() {
    return offset == Segment.HEADER;
  }

  public int largestFrame() {
    return segmentSize - Segment.HEADER - Frame.ALIGNMENT;
  }

  public long salt() {
    return open().salt();
  }

  /// Starts a new segment, whose first frame has this batch number.
  public void roll(long firstBatch) {
    long number = current == null ? 1 : current.number() + 1;
    Path file = folder.resolve(String.format("%016x%s", number, SUFFIX));
    try {
      Segment next = Segment.create(takeSpare(), file, number, salts.nextLong(), firstBatch);
      segments.put(number, next);
      current = next;
      offset = Segment.HEADER;
    } catch (IOException failure) {
      throw DiskFailure.of("start a new log segment", folder, failure);
    }
    spare =
        CompletableFuture.supplyAsync(
            this::prepareSpare, task -> Thread.ofPlatform().daemon().start(task));
  }

  /// Writes a frame and waits until it is durable.
  public void append(ByteWriter frame) throws IOException {
    Segment segment = open();
    segment.write(frame, offset);
    segment.sync();
    offset += frame.size();
  }

  /// The body of the record at a position, or null if its segment was dropped.
  public byte @Nullable [] read(long position) {
    Segment segment = segments.get(segmentOf(position));
    if (segment == null) {
      return null;
    }
    try {
      return segment.readRecord(offsetOf(position));
    } catch (IllegalStateException closed) {
      return null;
    }
  }

  public Segment oldest() {
    return segments.firstEntry().getValue();
  }

  public @Nullable Segment segment(long number) {
    return segments.get(number);
  }

  /// Deletes the oldest segment, which must no longer be needed.
  public void dropOldest() {
    Segment oldest = segments.pollFirstEntry().getValue();
    try {
      oldest.delete();
      Directories.syncDirectory(folder);
    } catch (IOException failure) {
      throw DiskFailure.of("delete an old log segment", folder, failure);
    }
  }

  private Segment open() {
    if (current == null) {
      throw new IllegalStateException("the log has no segment yet");
    }
    return current;
  }

  private Path takeSpare() throws IOException {
    CompletableFuture<Path> ready = spare;
    spare = null;
    try {
      return ready == null ? prepareSpare() : ready.join();
    } catch (java.util.concurrent.CompletionException failed) {
      return prepareSpare();
    }
  }

  private Path prepareSpare() {
    Path file = folder.resolve(SPARE);
    try {
      Disk.checkFree(folder, segmentSize);
      Segment.prepare(file, segmentSize);
      return file;
    } catch (IOException failure) {
      file.toFile().delete();
      throw DiskFailure.of("reserve space for the log", folder, failure);
    }
  }

  @Override
  public void close() {
    if (spare != null) {
      spare.exceptionally(_ -> folder).join();
    }
    OpenParts open = new OpenParts();
    segments.values().forEach(segment -> open.add(() -> close(segment)));
    segments.clear();
    folder.resolve(SPARE).toFile().delete();
    open.close();
  }

  private static void close(Segment segment) {
    try {
      segment.close();
    } catch (IOException failure) {
      throw new WaybillException(Code.STORE_FAILED, "closing the log failed", failure);
    }
  }
}
