package dev.waybill.cli.parquet;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/// The values of one column in a row group: a single compressed data page of version 1.
final class ColumnChunk {

  private static final int DATA_PAGE = 0;
  private static final int PLAIN = 0;
  private static final int RLE = 3;
  private static final int GZIP = 2;

  private final ParquetColumn column;
  private final PresenceRuns presence = new PresenceRuns();
  private final PlainValues values;
  private int count;
  private int nulls;

  ColumnChunk(ParquetColumn column) {
    this.column = column;
    this.values = new PlainValues(column.type());
  }

  void add(@Nullable Object value) {
    count++;
    presence.add(value != null);
    if (value == null) {
      nulls++;
    } else {
      values.add(value);
    }
  }

  /// The bytes that the values take before compression, about.
  int size() {
    return values.size();
  }

  /// Appends the page to `out`.
  ///
  /// @param offset the position of the page in the file
  /// @return the struct `ColumnChunk`
  byte[] write(ByteArrayOutputStream out, long offset) {
    byte[] page = page();
    byte[] compressed = compressed(page);
    byte[] header = header(page.length, compressed.length);
    out.writeBytes(header);
    out.writeBytes(compressed);
    ThriftStruct metadata =
        new ThriftStruct()
            .i32(1, column.type().physical())
            .i32s(2, List.of(PLAIN, RLE))
            .texts(3, List.of(column.name()))
            .i32(4, GZIP)
            .i64(5, count)
            .i64(6, header.length + page.length)
            .i64(7, header.length + compressed.length)
            .i64(9, offset)
            .struct(12, new ThriftStruct().i64(3, nulls));
    return new ThriftStruct().i64(2, offset).struct(3, metadata).bytes();
  }

  private byte[] page() {
    byte[] levels = presence.bytes();
    byte[] plain = values.bytes();
    return ByteBuffer.allocate(Integer.BYTES + levels.length + plain.length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(levels.length)
        .put(levels)
        .put(plain)
        .array();
  }

  private byte[] header(int uncompressed, int compressed) {
    ThriftStruct data = new ThriftStruct().i32(1, count).i32(2, PLAIN).i32(3, RLE).i32(4, RLE);
    return new ThriftStruct()
        .i32(1, DATA_PAGE)
        .i32(2, uncompressed)
        .i32(3, compressed)
        .struct(5, data)
        .bytes();
  }

  private static byte[] compressed(byte[] page) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(page);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.toByteArray();
  }
}
