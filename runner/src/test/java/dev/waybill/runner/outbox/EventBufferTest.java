package dev.waybill.runner.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Payload;
import dev.waybill.TaskToken;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventBufferTest {

  private static final TaskToken TOKEN = new TaskToken("the token");
  private static final int BATCH = 512 * 1024;

  @TempDir Path folder;
  private Path path;

  @BeforeEach
  void choosePath() {
    path = folder.resolve("buffer");
  }

  @Test
  void a_reopened_buffer_has_its_events_and_its_token() throws IOException {
    try (EventBuffer buffer = create(1 << 20)) {
      append(buffer, EventType.PROCESS_START, "start");
      append(buffer, EventType.OUTPUT, "output");
    }
    try (EventBuffer again = EventBuffer.reopen(path)) {
      assertThat(again.token()).isEqualTo(TOKEN);
      List<BufferedEvent> frames = again.next(BATCH);
      assertThat(frames).extracting(BufferedEvent::sequence).containsExactly(1L, 2L);
      assertThat(frames)
          .extracting(BufferedEvent::type)
          .containsExactly(EventType.PROCESS_START, EventType.OUTPUT);
      assertThat(frames)
          .extracting(frame -> frame.data().text())
          .containsExactly("start", "output");
      assertThat(frames).extracting(BufferedEvent::atMillis).containsOnly(1234L);
    }
  }

  @Test
  void the_token_is_readable_by_its_owner_only() throws IOException {
    create(1 << 20).close();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
        .isEqualTo("rwx------");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path.resolve("token"))))
        .isEqualTo("rw-------");
  }

  @Test
  void events_come_in_order_until_they_are_delivered() throws IOException {
    try (EventBuffer buffer = create(1 << 20)) {
      append(buffer, EventType.OUTPUT, "one");
      List<BufferedEvent> first = buffer.next(BATCH);
      append(buffer, EventType.OUTPUT, "two");
      assertThat(buffer.next(BATCH)).hasSize(2);
      buffer.delivered(first);
      assertThat(buffer.next(BATCH)).extracting(BufferedEvent::sequence).containsExactly(2L);
      buffer.delivered(buffer.next(BATCH));
      assertThat(buffer.next(BATCH)).isEmpty();
      append(buffer, EventType.OUTPUT, "three");
      assertThat(buffer.next(BATCH)).extracting(BufferedEvent::sequence).containsExactly(3L);
    }
  }

  @Test
  void a_torn_tail_is_dropped_at_any_position() throws IOException {
    try (EventBuffer buffer = create(1 << 20)) {
      append(buffer, EventType.OUTPUT, "whole");
      append(buffer, EventType.OUTPUT, "torn");
    }
    Path file = path.resolve("%019d.events".formatted(1));
    long whole = BufferedEvent.size("whole".length());
    for (long length = Files.size(file) - 1; length >= whole; length--) {
      truncate(file, length);
      assertThat(sequences()).containsExactly(1L);
    }
    for (long length = whole - 1; length >= 0; length--) {
      truncate(file, length);
      assertThat(sequences()).isEmpty();
    }
  }

  @Test
  void events_from_a_corrupt_byte_on_are_dropped() throws IOException {
    try (EventBuffer buffer = create(1 << 20)) {
      for (int i = 0; i < 3; i++) {
        append(buffer, EventType.OUTPUT, "event");
      }
    }
    Path file = path.resolve("%019d.events".formatted(1));
    byte[] bytes = Files.readAllBytes(file);
    for (int at = BufferedEvent.size(5); at < 2 * BufferedEvent.size(5); at++) {
      byte[] changed = bytes.clone();
      changed[at] ^= 0x40;
      Files.write(file, changed);
      assertThat(sequences()).as("byte " + at).containsExactly(1L);
      Files.write(file, bytes);
    }
    assertThat(sequences()).containsExactly(1L, 2L, 3L);
  }

  @Test
  void after_a_crash_delivery_continues_after_the_last_delivered_event() throws IOException {
    try (EventBuffer buffer = create(1 << 20)) {
      for (int i = 0; i < 5; i++) {
        append(buffer, EventType.OUTPUT, "event");
      }
      buffer.delivered(buffer.next(BATCH).subList(0, 2));
    }
    assertThat(sequences()).containsExactly(3L, 4L, 5L);
    truncate(path.resolve("delivered"), 9);
    assertThat(sequences()).as("where that is not known").containsExactly(1L, 2L, 3L, 4L, 5L);
  }

  @Test
  void a_full_buffer_drops_output_but_keeps_start_and_end() throws IOException {
    try (EventBuffer buffer = create(1000)) {
      append(buffer, EventType.PROCESS_START, "s");
      append(buffer, EventType.OUTPUT, "x".repeat(900));
      assertThat(offer(buffer, EventType.OUTPUT, "x".repeat(100))).isFalse();
      append(buffer, EventType.HEARTBEAT, "h".repeat(100));
      append(buffer, EventType.PROCESS_ERROR, "e".repeat(1000));
      append(buffer, EventType.PROCESS_END, "e".repeat(1000));
      assertThat(buffer.lastSequence()).isEqualTo(5);
      buffer.delivered(buffer.next(BATCH));
      assertThat(offer(buffer, EventType.OUTPUT, "x".repeat(100))).as("room again").isTrue();
    }
  }

  @Test
  void heartbeats_are_limited_too() throws IOException {
    try (EventBuffer buffer = create(1000)) {
      int count = 0;
      while (offer(buffer, EventType.HEARTBEAT, "h".repeat(100))) {
        count++;
      }
      assertThat(count).isLessThan(1000);
    }
  }

  @Test
  void delivered_events_are_deleted_from_disk() throws IOException {
    String output = "x".repeat(60_000);
    List<Long> delivered = new ArrayList<>();
    try (EventBuffer buffer = create(1 << 20)) {
      for (int i = 0; i < 1_000; i++) {
        append(buffer, EventType.OUTPUT, output);
        List<BufferedEvent> batch = buffer.next(BATCH);
        buffer.delivered(batch);
        batch.forEach(frame -> delivered.add(frame.sequence()));
        assertThat(bytesOnDisk()).isLessThan(1 << 20);
      }
    }
    assertThat(delivered)
        .containsExactlyElementsOf(LongStream.rangeClosed(1, 1_000).boxed().toList());
  }

  @Test
  void many_files_are_read_in_order() throws IOException {
    try (EventBuffer buffer = create(100 << 20)) {
      for (int i = 0; i < 300; i++) {
        append(buffer, EventType.OUTPUT, "x".repeat(60_000));
      }
    }
    try (Stream<Path> files = Files.list(path)) {
      assertThat(files.filter(file -> file.toString().endsWith(".events")).count())
          .isGreaterThan(3);
    }
    assertThat(sequences())
        .containsExactlyElementsOf(LongStream.rangeClosed(1, 300).boxed().toList());
  }

  @Test
  void no_file_after_a_torn_file_is_read() throws IOException {
    try (EventBuffer buffer = create(1 << 20)) {
      for (int i = 0; i < 10; i++) {
        append(buffer, EventType.OUTPUT, "x".repeat(60_000));
      }
    }
    Path first = path.resolve("%019d.events".formatted(1));
    truncate(first, Files.size(first) - 1);
    List<Long> left = sequences();
    assertThat(left).hasSizeBetween(1, 9);
    assertThat(left)
        .containsExactlyElementsOf(LongStream.rangeClosed(1, left.size()).boxed().toList());
  }

  @Test
  void delete_removes_all_files() throws IOException {
    EventBuffer buffer = create(1 << 20);
    append(buffer, EventType.OUTPUT, "one");
    buffer.delete();
    assertThat(path).doesNotExist();
  }

  private EventBuffer create(long maxBytes) throws IOException {
    return EventBuffer.create(path, TOKEN, maxBytes);
  }

  private static void append(EventBuffer buffer, EventType type, String data) throws IOException {
    assertThat(offer(buffer, type, data)).isTrue();
  }

  private static boolean offer(EventBuffer buffer, EventType type, String data) throws IOException {
    return buffer.append(type, 1234, Payload.of(data));
  }

  /// The sequences that the next start would deliver, read from a copy.
  private List<Long> sequences() throws IOException {
    Path copy = Files.createTempDirectory(folder, "copy");
    try (Stream<Path> files = Files.list(path)) {
      for (Path file : files.toList()) {
        Files.copy(file, copy.resolve(file.getFileName()));
      }
    }
    List<Long> sequences = new ArrayList<>();
    try (EventBuffer buffer = EventBuffer.reopen(copy)) {
      List<BufferedEvent> batch = buffer.next(BATCH);
      while (!batch.isEmpty()) {
        batch.forEach(frame -> sequences.add(frame.sequence()));
        buffer.delivered(batch);
        batch = buffer.next(BATCH);
      }
    }
    return sequences;
  }

  private long bytesOnDisk() throws IOException {
    try (Stream<Path> files = Files.list(path)) {
      return files.mapToLong(file -> file.toFile().length()).sum();
    }
  }

  private static void truncate(Path file, long length) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(length);
    }
  }
}
