package dev.waybill.runner.outbox;

import dev.waybill.NewEvent;
import dev.waybill.Payload;
import dev.waybill.settings.Limits;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/// One event on disk: length of the body, CRC-32C of the body, and the body: sequence, time, type
/// and data.
public record BufferedEvent(long sequence, long atMillis, EventType type, Payload data) {

  static final int HEAD = 8;
  private static final int FIXED = 17;
  static final int LONGEST = HEAD + FIXED + Limits.EVENT_BYTES;

  static int size(long dataBytes) {
    return HEAD + FIXED + (int) dataBytes;
  }

  ByteBuffer encode() {
    ByteBuffer frame = ByteBuffer.allocate(size());
    int length = size() - HEAD;
    frame.putInt(length).putInt(0);
    frame.putLong(sequence).putLong(atMillis).put((byte) type.number());
    frame.put(data.bytesWithoutCopy());
    frame.putInt(4, crc(frame.array(), HEAD, length));
    return frame.flip();
  }

  /// Reads the next frame; returns null and keeps the position if there is no complete frame.
  static @Nullable BufferedEvent decode(ByteBuffer from) {
    int start = from.position();
    if (from.remaining() < HEAD + FIXED) {
      return null;
    }
    int length = from.getInt(start);
    if (length < FIXED || length > from.remaining() - HEAD) {
      return null;
    }
    int crc = crc(from.array(), from.arrayOffset() + start + HEAD, length);
    EventType type = EventType.of(from.get(start + HEAD + 16));
    if (crc != from.getInt(start + 4) || type == null) {
      return null;
    }
    byte[] data = new byte[length - FIXED];
    from.get(start + HEAD + FIXED, data);
    from.position(start + HEAD + length);
    return new BufferedEvent(
        from.getLong(start + HEAD), from.getLong(start + HEAD + 8), type, Payload.wrap(data));
  }

  int size() {
    return size(data.size());
  }

  public NewEvent toEvent() {
    return new NewEvent(sequence, type.wire(), Instant.ofEpochMilli(atMillis), data);
  }

  private static int crc(byte[] bytes, int offset, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, offset, length);
    return (int) crc.getValue();
  }
}
