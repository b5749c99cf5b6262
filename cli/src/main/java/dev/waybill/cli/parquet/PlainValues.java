package dev.waybill.cli.parquet;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/// Values of a column in the encoding `PLAIN`: numbers with the lowest byte first, texts with their
/// length, and eight booleans a byte.
final class PlainValues {

  private final ParquetType type;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private int bits;
  private int bitCount;

  PlainValues(ParquetType type) {
    this.type = type;
  }

  void add(Object value) {
    switch (type) {
      case TEXT -> text((String) value);
      case INT64 -> littleEndian((Long) value, Long.BYTES);
      case DOUBLE -> littleEndian(Double.doubleToRawLongBits((Double) value), Long.BYTES);
      case BOOLEAN -> bit((Boolean) value);
      case TIMESTAMP -> littleEndian(ParquetType.micros((Instant) value), Long.BYTES);
    }
  }

  int size() {
    return out.size();
  }

  private void text(String value) {
    byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
    littleEndian(utf8.length, Integer.BYTES);
    out.writeBytes(utf8);
  }

  private void littleEndian(long value, int bytes) {
    for (int i = 0; i < bytes; i++) {
      out.write((int) (value >>> (Byte.SIZE * i)));
    }
  }

  private void bit(boolean value) {
    bits |= (value ? 1 : 0) << bitCount;
    if (++bitCount == Byte.SIZE) {
      endByte();
    }
  }

  private void endByte() {
    out.write(bits);
    bits = 0;
    bitCount = 0;
  }

  byte[] bytes() {
    if (bitCount > 0) {
      endByte();
    }
    return out.toByteArray();
  }
}
