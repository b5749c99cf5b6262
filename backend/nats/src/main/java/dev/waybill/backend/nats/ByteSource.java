package dev.waybill.backend.nats;

import dev.waybill.Payload;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Reads what [ByteSink] wrote. Reading past the end throws a `BufferUnderflowException`.
final class ByteSource {

  private final ByteBuffer in;

  ByteSource(byte[] bytes) {
    in = ByteBuffer.wrap(bytes);
  }

  boolean hasMore() {
    return in.hasRemaining();
  }

  boolean flag() {
    return in.get() != 0;
  }

  int raw() {
    return in.get();
  }

  long number() {
    return in.getLong();
  }

  long small() {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      int next = in.get();
      value |= (long) (next & 0x7F) << shift;
      if (next >= 0) {
        return value;
      }
    }
  }

  int smallInt() {
    return Math.toIntExact(small());
  }

  byte[] block() {
    byte[] content = new byte[length()];
    in.get(content);
    return content;
  }

  String text() {
    int length = length();
    String text =
        new String(in.array(), in.arrayOffset() + in.position(), length, StandardCharsets.UTF_8);
    in.position(in.position() + length);
    return text;
  }

  private int length() {
    return Objects.checkIndex(smallInt(), in.remaining() + 1);
  }

  @Nullable String optionalText() {
    return flag() ? text() : null;
  }

  @Nullable Instant optionalTime() {
    return flag() ? Instant.ofEpochMilli(number()) : null;
  }

  Instant time() {
    return Objects.requireNonNull(optionalTime());
  }

  @Nullable Duration optionalDuration() {
    return flag() ? Duration.ofMillis(number()) : null;
  }

  Duration duration() {
    return Objects.requireNonNull(optionalDuration());
  }

  Payload payload() {
    return flag() ? Payload.claim(text(), number()) : Payload.wrap(block());
  }

  @Nullable Payload optionalPayload() {
    return flag() ? payload() : null;
  }
}
