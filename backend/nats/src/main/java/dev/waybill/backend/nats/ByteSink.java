package dev.waybill.backend.nats;

import dev.waybill.Payload;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Bytes of a record, written front to back; [ByteSource] reads them.
final class ByteSink {

  private byte[] bytes;
  private int size;

  ByteSink(int capacity) {
    bytes = new byte[capacity];
  }

  byte[] toBytes() {
    return Arrays.copyOf(bytes, size);
  }

  ByteSink flag(boolean value) {
    return raw(value ? 1 : 0);
  }

  ByteSink raw(int value) {
    reserve(1);
    bytes[size++] = (byte) value;
    return this;
  }

  ByteSink number(long value) {
    reserve(8);
    for (int shift = 56; shift >= 0; shift -= 8) {
      bytes[size++] = (byte) (value >>> shift);
    }
    return this;
  }

  /// A number that is mostly small and never negative: seven bits a byte.
  ByteSink small(long value) {
    long rest = value;
    while (rest > 0x7F) {
      raw((int) (rest & 0x7F) | 0x80);
      rest >>>= 7;
    }
    return raw((int) rest);
  }

  ByteSink block(byte[] content) {
    small(content.length);
    reserve(content.length);
    System.arraycopy(content, 0, bytes, size, content.length);
    size += content.length;
    return this;
  }

  ByteSink text(String value) {
    return block(value.getBytes(StandardCharsets.UTF_8));
  }

  ByteSink optionalText(@Nullable String value) {
    return value == null ? flag(false) : flag(true).text(value);
  }

  ByteSink time(@Nullable Instant time) {
    return time == null ? flag(false) : flag(true).number(time.toEpochMilli());
  }

  ByteSink duration(@Nullable Duration duration) {
    return duration == null ? flag(false) : flag(true).number(duration.toMillis());
  }

  ByteSink payload(Payload payload) {
    String blob = payload.blob();
    return blob == null
        ? flag(false).block(payload.bytesWithoutCopy())
        : flag(true).text(blob).number(payload.size());
  }

  ByteSink optionalPayload(@Nullable Payload payload) {
    return payload == null ? flag(false) : flag(true).payload(payload);
  }

  private void reserve(int more) {
    if (size + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more));
    }
  }
}
