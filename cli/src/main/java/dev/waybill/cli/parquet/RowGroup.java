package dev.waybill.cli.parquet;

import dev.waybill.Payload;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Rows that are stored together, column by column.
public final class RowGroup {

  private final List<ColumnChunk> chunks;
  private int rows;

  /// @param bytes the part of the file with the rows
  /// @param description what the footer says about them
  public record Written(Payload bytes, Payload description) {}

  public RowGroup(List<ParquetColumn> columns) {
    chunks = columns.stream().map(ColumnChunk::new).toList();
  }

  /// @param row a value of its type, or null, for each column
  public void add(@Nullable Object[] row) {
    for (int i = 0; i < row.length; i++) {
      chunks.get(i).add(row[i]);
    }
    rows++;
  }

  /// The bytes that the rows take before compression, about.
  public long size() {
    long bytes = 0;
    for (ColumnChunk chunk : chunks) {
      bytes += chunk.size();
    }
    return bytes;
  }

  /// @param offset the position in the file at which the bytes will be
  public Written write(long offset) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    List<byte[]> described = new ArrayList<>();
    for (ColumnChunk chunk : chunks) {
      described.add(chunk.write(out, offset + out.size()));
    }
    ThriftStruct description = new ThriftStruct().structs(1, described).i64(2, size()).i64(3, rows);
    return new Written(Payload.wrap(out.toByteArray()), Payload.wrap(description.bytes()));
  }
}
