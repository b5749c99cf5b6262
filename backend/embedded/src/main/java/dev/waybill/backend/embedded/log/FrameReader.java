package dev.waybill.backend.embedded.log;

import dev.waybill.backend.embedded.live.FactKind;
import dev.waybill.bytes.ByteReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/// Reads the frames of one segment in order, through its own buffer.
public final class FrameReader {

  private static final int CHUNK = 1 << 20;

  private final Segment segment;
  private byte[] buffer = new byte[0];
  private int bufferStart;
  private int offset;
  private int frameEnd;
  private long batch;
  private long time;

  public FrameReader(Segment segment, int offset) {
    this.segment = segment;
    this.offset = offset;
    this.frameEnd = offset;
  }

  /// Moves to the next frame, if it is complete and ends within `limit`.
  public boolean next(int limit) throws IOException {
    int start = frameEnd;
    if (start + Frame.HEADER > limit || !isHeader(start, limit)) {
      return false;
    }
    int content = intAt(start + 4);
    int end = start + Frame.HEADER + content;
    if (content <= 0 || end > limit || !fill(start, end - start, limit)) {
      return false;
    }
    if (intAt(start + 24) != Frame.checksum(buffer, start + Frame.HEADER - bufferStart, content)) {
      return false;
    }
    batch = longAt(start + 8);
    time = longAt(start + 16);
    offset = start;
    frameEnd = end + Frame.padding(end);
    return true;
  }

  /// Whether there is a valid frame header anywhere after the frame that could not be read.
  boolean anyHeaderAfterGap(int limit, long batchAbove) throws IOException {
    for (int at = frameEnd + Frame.ALIGNMENT; at + Frame.HEADER <= limit; at += Frame.ALIGNMENT) {
      if (isHeader(at, limit) && longAt(at + 8) > batchAbove) {
        return true;
      }
    }
    return false;
  }

  private boolean isHeader(int at, int limit) throws IOException {
    return fill(at, Frame.HEADER, limit)
        && intAt(at) == Frame.MAGIC
        && intAt(at + 28) == Frame.headerChecksum(buffer, at - bufferStart, segment.salt());
  }

  public int capacity() {
    return segment.capacity();
  }

  /// The start of the current frame in the segment.
  public int offset() {
    return offset;
  }

  /// The start of the next frame in the segment.
  public int end() {
    return frameEnd;
  }

  public long batch() {
    return batch;
  }

  long time() {
    return time;
  }

  /// The records of the current frame; must be read before the next frame.
  public Records records() {
    int content = intAt(offset + 4);
    int from = offset + Frame.HEADER - bufferStart;
    return new Records(buffer, from, from + content, offset + Frame.HEADER);
  }

  private boolean fill(int from, int length, int limit) throws IOException {
    if (from >= bufferStart && from + length <= bufferStart + buffer.length) {
      return true;
    }
    int size = Math.min(Math.max(length, CHUNK), limit - from);
    if (size < length) {
      return false;
    }
    byte[] fresh = buffer.length == size ? buffer : new byte[size];
    ByteBuffer into = ByteBuffer.wrap(fresh);
    while (into.hasRemaining()) {
      if (segment.channel().read(into, from + into.position()) < 0) {
        break;
      }
    }
    Arrays.fill(fresh, into.position(), size, (byte) 0);
    buffer = fresh;
    bufferStart = from;
    return true;
  }

  private int intAt(int at) {
    return new ByteReader(buffer, at - bufferStart, 4).get4();
  }

  private long longAt(int at) {
    return new ByteReader(buffer, at - bufferStart, 8).get8();
  }

  /// Iterates over the records of one frame.
  public static final class Records {
    private final byte[] bytes;
    private final int shift;
    private final int end;
    private int recordStart;
    private int bodyStart;
    private int next;

    private Records(byte[] bytes, int from, int end, int offsetOfFrom) {
      this.bytes = bytes;
      this.end = end;
      this.next = from;
      this.shift = offsetOfFrom - from;
    }

    public boolean next() {
      if (next >= end) {
        return false;
      }
      recordStart = next;
      bodyStart = next + Frame.RECORD_HEADER;
      next = bodyStart + new ByteReader(bytes, recordStart, 4).get4();
      return true;
    }

    public FactKind kind() {
      return FactKind.of(bytes[bodyStart - 1]);
    }

    public ByteReader body() {
      return new ByteReader(bytes, bodyStart, next - bodyStart);
    }

    public byte[] copyBody() {
      return Arrays.copyOfRange(bytes, bodyStart, next);
    }

    /// The start of the body in the bytes of [#body].
    public int bodyAt() {
      return bodyStart;
    }

    public int bodyLength() {
      return next - bodyStart;
    }

    /// The start of the record in its segment.
    public int offset() {
      return recordStart + shift;
    }
  }
}
