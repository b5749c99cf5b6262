package dev.waybill.runner.outbox;

import dev.waybill.Payload;
import dev.waybill.TaskToken;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/// Events of one attempt on disk, from when they happen until they are delivered. Not thread-safe.
///
/// Survives a crash of the process, but not a power cut: it is not synced. When the machine is up
/// again, the lease has expired and the events could not be delivered anyway.
public final class EventBuffer implements AutoCloseable {

  private static final int MOST_SEGMENT_BYTES = 4 * 1024 * 1024;
  private static final int LEAST_SEGMENT_BYTES = 128 * 1024;

  /// Heartbeats may exceed the limit a little, so that they can report dropped output.
  private static final int HEARTBEAT_RESERVE = 64 * 1024;

  private final BufferDirectory folder;
  private final long maxBytes;
  private final long segmentBytes;
  private final Deque<BufferFile> segments = new ArrayDeque<>();
  private long lastSequence;
  private long readFrom;
  private long waitingBytes;

  private EventBuffer(BufferDirectory folder, long maxBytes) {
    this.folder = folder;
    this.maxBytes = maxBytes;
    this.segmentBytes = Math.clamp(maxBytes / 4, LEAST_SEGMENT_BYTES, MOST_SEGMENT_BYTES);
  }

  /// Creates a buffer. It stores the token, so that the next start can deliver its events.
  public static EventBuffer create(Path path, TaskToken token, long maxBytes) throws IOException {
    return new EventBuffer(BufferDirectory.create(path, token), maxBytes);
  }

  /// Opens a buffer left by an earlier run, for reading only.
  static EventBuffer reopen(Path path) throws IOException {
    BufferDirectory folder = BufferDirectory.open(path);
    EventBuffer buffer = new EventBuffer(folder, 0);
    for (Path file : folder.segmentFiles()) {
      buffer.segments.add(BufferFile.open(file));
    }
    return buffer;
  }

  TaskToken token() {
    return folder.token();
  }

  long lastSequence() {
    return lastSequence;
  }

  /// Returns false if the buffer is full; the event is then dropped without using a sequence.
  public boolean append(EventType type, long atMillis, Payload data) throws IOException {
    int size = BufferedEvent.size(data.size());
    if (!type.isAlwaysKept() && waitingBytes + size > bound(type)) {
      return false;
    }
    writable().append(new BufferedEvent(lastSequence + 1, atMillis, type, data));
    lastSequence++;
    waitingBytes += size;
    return true;
  }

  /// The oldest undelivered events, in order, up to the given size; empty if there are none. They
  /// stay in the buffer until [#delivered].
  public List<BufferedEvent> next(int bytes) throws IOException {
    while (!segments.isEmpty()) {
      List<BufferedEvent> frames = segments.getFirst().read(readFrom, bytes);
      List<BufferedEvent> fresh = withoutDelivered(frames);
      if (!fresh.isEmpty()) {
        return fresh;
      }
      if (frames.isEmpty() && !openNextFile()) {
        return List.of();
      }
    }
    return List.of();
  }

  /// Marks events returned by [#next] as delivered.
  public void delivered(List<BufferedEvent> frames) throws IOException {
    passOver(frames);
    folder.delivered(frames.getLast().sequence());
  }

  @Override
  public void close() throws IOException {
    for (BufferFile segment : segments) {
      segment.close();
    }
  }

  void delete() throws IOException {
    close();
    folder.delete();
  }

  private long bound(EventType type) {
    return type == EventType.HEARTBEAT ? maxBytes + HEARTBEAT_RESERVE : maxBytes;
  }

  private BufferFile writable() throws IOException {
    if (segments.isEmpty() || segments.getLast().size() >= segmentBytes) {
      segments.add(folder.newSegment(lastSequence + 1));
    }
    return segments.getLast();
  }

  private void passOver(List<BufferedEvent> frames) {
    long bytes = frames.stream().mapToLong(BufferedEvent::size).sum();
    readFrom += bytes;
    waitingBytes -= bytes;
  }

  /// Drops events that were delivered before a crash.
  private List<BufferedEvent> withoutDelivered(List<BufferedEvent> frames) {
    List<BufferedEvent> old =
        frames.stream().takeWhile(frame -> frame.sequence() <= folder.delivered()).toList();
    passOver(old);
    return frames.subList(old.size(), frames.size());
  }

  /// Moves to the next file; false if there is none. Everything after a torn frame is dropped.
  private boolean openNextFile() throws IOException {
    boolean torn = readFrom < segments.getFirst().size();
    if (!torn && segments.size() == 1) {
      return false;
    }
    do {
      segments.removeFirst().delete();
      readFrom = 0;
    } while (torn && !segments.isEmpty());
    return true;
  }
}
