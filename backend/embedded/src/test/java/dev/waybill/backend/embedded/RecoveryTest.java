package dev.waybill.backend.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.WaybillException;
import dev.waybill.backend.embedded.history.HistorySchema;
import dev.waybill.backend.embedded.log.Frame;
import dev.waybill.backend.embedded.log.Segment;
import dev.waybill.bytes.ByteWriter;
import dev.waybill.conformance.Promise;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Opening a store whose log was changed.
@Timeout(120)
class RecoveryTest {

  private static final int SMALL_SEGMENT = 256 << 10;

  private Path folder;
  private FolderFiles files;
  private StoreDriver store;

  @BeforeEach
  void prepare() throws IOException {
    folder = FolderFiles.temporary();
    files = new FolderFiles(folder);
    store = new StoreDriver(folder, SMALL_SEGMENT);
  }

  @AfterEach
  void clean() throws IOException {
    FolderFiles.delete(folder);
  }

  @Test
  @Promise({"E1", "E3"})
  void garbage_after_the_end_of_an_abandoned_log_is_dropped() throws IOException {
    List<Job> stored = abandonedWith(20);
    int end = FolderFiles.frames(lastSegment()).end();
    byte[] garbage = new byte[3_000];
    Arrays.fill(garbage, (byte) 0xA5);
    FolderFiles.write(lastSegment(), end, garbage);

    store.open();

    assertAllThere(stored);
    stored = Stream.concat(stored.stream(), Stream.of(store.enqueue("one more"))).toList();
    store.crashAndReopen();
    assertAllThere(stored);
    store.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 8, 31, 32, 40, 100})
  @Promise({"E1", "E3"})
  void a_torn_last_frame_is_dropped_and_earlier_frames_are_kept(int kept) throws IOException {
    List<Job> stored = abandonedWith(20);
    FolderFiles.Frames frames = FolderFiles.frames(lastSegment());
    byte[] frame = FolderFiles.read(lastSegment(), frames.last(), frames.end() - frames.last());
    Arrays.fill(frame, Math.min(kept, frame.length), frame.length, (byte) 0);
    Files.delete(files.history());
    FolderFiles.write(lastSegment(), frames.last(), frame);

    store.open();

    assertAllThere(stored.subList(0, stored.size() - 1));
    assertThat(store.jobs().find(StoreDriver.key(stored.getLast()))).isEmpty();
    store.close();
  }

  @Test
  @Promise({"E1", "X1"})
  void a_damaged_frame_in_the_middle_is_refused_and_nothing_is_changed() throws IOException {
    List<Job> stored = abandonedWith(20);
    List<Integer> frames = FolderFiles.frames(lastSegment()).starts();
    int middle = frames.get(frames.size() / 2) + Frame.HEADER + 3;
    FolderFiles.flip(lastSegment(), middle, 4);
    Map<String, String> before = files.contents();

    assertCorrupt(lastSegment(), "restore the data directory from a backup");
    assertThat(files.contents()).isEqualTo(before);

    FolderFiles.flip(lastSegment(), middle, 4);
    store.open();
    assertAllThere(stored);
    store.close();
  }

  @Test
  @Promise({"E1", "X1"})
  void after_a_clean_shutdown_a_damaged_last_frame_is_refused_every_time() throws IOException {
    closedWith(20);
    FolderFiles.Frames frames = FolderFiles.frames(lastSegment());
    FolderFiles.flip(lastSegment(), frames.last() + Frame.HEADER + 1, 0);

    assertCorrupt(lastSegment(), "it was closed at");
    assertCorrupt(lastSegment(), "it was closed at");
  }

  @Test
  @Promise({"E1", "X1"})
  void after_a_clean_shutdown_a_truncated_last_frame_is_refused() throws IOException {
    closedWith(20);
    FolderFiles.Frames frames = FolderFiles.frames(lastSegment());
    FolderFiles.write(lastSegment(), frames.last(), new byte[frames.end() - frames.last()]);

    assertCorrupt(lastSegment(), "it was closed at");
  }

  @Test
  @Promise({"E1", "X1"})
  void a_refusal_for_another_reason_keeps_the_mark_of_the_clean_shutdown() throws IOException {
    closedWith(20);
    byte[] history = Files.readAllBytes(files.history());
    FolderFiles.write(files.history(), 0, new byte[100]);
    assertThat(refusal().code()).isEqualTo(Code.CORRUPT);
    Files.write(files.history(), history);
    FolderFiles.Frames frames = FolderFiles.frames(lastSegment());
    FolderFiles.flip(lastSegment(), frames.last() + Frame.HEADER + 1, 0);

    assertCorrupt(lastSegment(), "it was closed at");
  }

  @Test
  @Promise({"E1", "X1"})
  void a_missing_segment_is_refused_at_any_position() throws IOException {
    List<Job> stored = closedWithSegments(4);
    List<Path> segments = files.segments();
    assertThat(segments).hasSizeGreaterThanOrEqualTo(4);
    for (Path segment : segments) {
      byte[] content = Files.readAllBytes(segment);
      Files.delete(segment);
      assertThat(refusal().code()).as("without %s", segment).isEqualTo(Code.CORRUPT);
      Files.write(segment, content);
    }
    Path third = segments.get(2);
    Files.delete(segments.get(1));
    assertCorrupt(third, "the previous segment is missing");
    Files.copy(third, segments.get(1));
    assertCorrupt(segments.get(1), "the file was renamed, it is segment 3");
    Files.delete(third);
    assertThat(stored).isNotEmpty();
  }

  @Test
  @Promise({"E1", "X1"})
  void a_missing_log_is_refused() throws IOException {
    closedWith(3);
    for (Path segment : files.segments()) {
      Files.delete(segment);
    }
    WaybillException refusal = refusal();
    assertThat(refusal.code()).isEqualTo(Code.CORRUPT);
    assertThat(refusal).hasMessageContaining(folder.resolve("log").toString());
    assertThat(refusal).hasMessageContaining("backup");
  }

  @Test
  @Promise({"E1", "X1"})
  void an_unknown_file_in_the_log_directory_is_refused() throws IOException {
    List<Job> stored = closedWith(3);
    Path strange = folder.resolve("log/copy of 0001.log");
    Files.copy(lastSegment(), strange);

    assertCorrupt(strange, "remove the file");

    Files.delete(strange);
    store.open();
    assertAllThere(stored);
    store.close();
  }

  @Test
  @Promise({"E1", "X1"})
  void a_damaged_segment_header_is_refused() throws IOException {
    closedWith(3);
    for (int at = 0; at < 40; at += 5) {
      FolderFiles.flip(lastSegment(), at, 2);
      assertCorrupt(lastSegment(), "its header is damaged");
      FolderFiles.flip(lastSegment(), at, 2);
    }
    store.open().close();
  }

  @Test
  @Promise("X1")
  void data_of_an_older_version_is_refused() throws IOException {
    closedWith(3);
    FolderFiles.write(folder.resolve("format"), (DataDirectory.FORMAT - 1) + "\n");
    WaybillException refusal = refusal();
    assertThat(refusal.code()).isEqualTo(Code.OLDER_FORMAT);
    assertThat(refusal).hasMessageContaining("Let the version that wrote it finish its jobs");
  }

  @Test
  @Promise({"E1", "X1"})
  void data_of_a_newer_version_is_refused() throws IOException {
    List<Job> stored = closedWith(3);
    FolderFiles.write(folder.resolve("format"), (DataDirectory.FORMAT + 1) + "\n");
    assertThat(refusal().code()).isEqualTo(Code.NEWER_FORMAT);
    FolderFiles.write(folder.resolve("format"), DataDirectory.FORMAT + "\n");

    byte[] header = FolderFiles.read(lastSegment(), 0, Segment.HEADER);
    FolderFiles.write(lastSegment(), 0, withVersion(header, 2));
    WaybillException newerLog = refusal();
    assertThat(newerLog.code()).isEqualTo(Code.NEWER_FORMAT);
    assertThat(newerLog).hasMessageContaining(lastSegment().toString());
    FolderFiles.write(lastSegment(), 0, header);

    HistoryFile.run(files.history(), "pragma user_version = 7");
    WaybillException newerHistory = refusal();
    assertThat(newerHistory.code()).isEqualTo(Code.NEWER_FORMAT);
    assertThat(newerHistory).hasMessageContaining(files.history().toString());
    HistoryFile.run(files.history(), "pragma user_version = " + HistorySchema.VERSION);

    store.open();
    assertAllThere(stored);
    store.close();
  }

  private static byte[] withVersion(byte[] header, int version) {
    ByteWriter changed = new ByteWriter(Segment.HEADER);
    changed.putRaw(header);
    changed.put4At(8, version);
    changed.put4At(36, Frame.checksum(changed.array(), 0, 36));
    return changed.copy();
  }

  private List<Job> abandonedWith(int jobs) {
    List<Job> stored = stored(jobs);
    store.crash();
    return stored;
  }

  private List<Job> closedWith(int jobs) {
    List<Job> stored = stored(jobs);
    store.close();
    return stored;
  }

  private List<Job> stored(int jobs) {
    store.open();
    return Stream.iterate(0, n -> n < jobs, n -> n + 1)
        .map(n -> store.enqueue("job " + n))
        .toList();
  }

  private List<Job> closedWithSegments(int count) throws IOException {
    store.open();
    List<Job> stored = new java.util.ArrayList<>();
    while (files.segments().size() < count) {
      stored.add(store.enqueue("x".repeat(8_000) + stored.size()));
    }
    store.close();
    return stored;
  }

  private void assertAllThere(List<Job> stored) {
    for (Job job : stored) {
      assertThat(store.find(job).payload()).isEqualTo(job.payload());
    }
  }

  private Path lastSegment() throws IOException {
    return files.segments().getLast();
  }

  private WaybillException refusal() {
    return Assertions.catchThrowableOfType(WaybillException.class, store::open);
  }

  private void assertCorrupt(Path file, String what) {
    WaybillException refusal = refusal();
    assertThat(refusal.code()).isEqualTo(Code.CORRUPT);
    assertThat(refusal).hasMessageContaining(file.toString()).hasMessageContaining(what);
  }
}
