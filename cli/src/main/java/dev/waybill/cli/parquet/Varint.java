package dev.waybill.cli.parquet;

import java.io.ByteArrayOutputStream;

/// Unsigned numbers of seven bits a byte, the lowest first.
final class Varint {

  private Varint() {}

  static void write(ByteArrayOutputStream out, long value) {
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      out.write((int) (rest & 0x7F) | 0x80);
      rest >>>= 7;
    }
    out.write((int) rest);
  }
}
