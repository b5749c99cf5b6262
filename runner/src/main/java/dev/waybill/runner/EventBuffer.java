package dev.waybill.runner;

import dev.waybill.Payload;
import dev.waybill.TaskToken;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/// Events of one attempt on disk, from the moment they happen until they are delivered. Not safe
/// for several threads.
///
/// It survives the end of the process that writes it, not a power cut: it is not synced. By the
/// time a machine is up again, the lease has ended, and nothing of it could be delivered.
final class EventBuffer implements AutoCloseable {

  private static final int MOST_SEGMENT_BYTES = 4 * 1024 * 1024;
  private static final int LEAST_SEGMENT_BYTES = 128 * 1024;

  /// Heartbeats may use a little more than output, so that they can tell it is dropped.
  private static final int HEARTBEAT_RESERVE = 64 * 1024;

  private final BufferFolder folder;
  private final long maxBytes;
  private final long segmentBytes;
  private final Deque<Segment> segments = new ArrayDeque<>();
  private long lastSequence;
  private long readFrom;
  private long waitingBytes;

  private EventBuffer(BufferFolder folder, long maxBytes) {
    this.folder = folder;
    this.maxBytes = maxBytes;
    this.segmentBytes = Math.clamp(maxBytes / 4, LEAST_SEGMENT_BYTES, MOST_SEGMENT_BYTES);
  }

  /// A new one. The token is kept with it, so that a later start can deliver what is in it.
  static EventBuffer create(Path path, TaskToken token, long maxBytes) throws IOException {
    return new EventBuffer(BufferFolder.create(path, token), maxBytes);
  }

  /// One that was left behind; nothing is added to it.
  static EventBuffer reopen(Path path) throws IOException {
    BufferFolder folder = BufferFolder.open(path);
    EventBuffer buffer = new EventBuffer(folder, 0);
    for (Path file : folder.segmentFiles()) {
      buffer.segments.add(Segment.open(file));
    }
    return buffer;
  }

  TaskToken token() {
    return folder.token();
  }

  long lastSequence() {
    return lastSequence;
  }

  /// False where the buffer is full; the event then has no sequence and never happened.
  boolean append(EventType type, long atMillis, Payload data) throws IOException {
    int size = Frame.size(data.size());
    if (!type.isAlwaysKept() && waitingBytes + size > bound(type)) {
      return false;
    }
    writable().append(new Frame(lastSequence + 1, atMillis, type, data));
    lastSequence++;
    waitingBytes += size;
    return true;
  }

  /// The oldest events that were not delivered, in order, at most as many bytes; empty where there
  /// are none. They stay until [#delivered].
  List<Frame> next(int bytes) throws IOException {
    while (!segments.isEmpty()) {
      List<Frame> frames = segments.getFirst().read(readFrom, bytes);
      List<Frame> fresh = withoutDelivered(frames);
      if (!fresh.isEmpty()) {
        return fresh;
      }
      if (frames.isEmpty() && !turnPage()) {
        return List.of();
      }
    }
    return List.of();
  }

  /// The answer of [#next] has arrived.
  void delivered(List<Frame> frames) throws IOException {
    passOver(frames);
    folder.delivered(frames.getLast().sequence());
  }

  @Override
  public void close() throws IOException {
    for (Segment segment : segments) {
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

  private Segment writable() throws IOException {
    if (segments.isEmpty() || segments.getLast().size() >= segmentBytes) {
      segments.add(folder.newSegment(lastSequence + 1));
    }
    return segments.getLast();
  }

  private void passOver(List<Frame> frames) {
    long bytes = frames.stream().mapToLong(Frame::size).sum();
    readFrom += bytes;
    waitingBytes -= bytes;
  }

  /// A crash may leave events behind that had arrived.
  private List<Frame> withoutDelivered(List<Frame> frames) {
    List<Frame> old =
        frames.stream().takeWhile(frame -> frame.sequence() <= folder.delivered()).toList();
    passOver(old);
    return frames.subList(old.size(), frames.size());
  }

  /// True where there may be more to read. What comes after a torn frame is dropped.
  private boolean turnPage() throws IOException {
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
