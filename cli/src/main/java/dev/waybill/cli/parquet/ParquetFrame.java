package dev.waybill.cli.parquet;

import dev.waybill.Payload;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// The beginning and the end of a file, around its row groups.
public final class ParquetFrame {

  private static final int VERSION = 1;

  private ParquetFrame() {}

  public static byte[] header() {
    return "PAR1".getBytes(StandardCharsets.US_ASCII);
  }

  /// @param groups the descriptions of the row groups, in the order of the file
  public static byte[] footer(List<ParquetColumn> columns, List<Payload> groups, long rows) {
    byte[] metadata =
        new ThriftStruct()
            .i32(1, VERSION)
            .structs(2, schema(columns))
            .i64(3, rows)
            .structs(4, groups.stream().map(Payload::bytesWithoutCopy).toList())
            .text(6, "waybill")
            .bytes();
    byte[] end = header();
    return ByteBuffer.allocate(metadata.length + Integer.BYTES + end.length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put(metadata)
        .putInt(metadata.length)
        .put(end)
        .array();
  }

  private static List<byte[]> schema(List<ParquetColumn> columns) {
    List<byte[]> elements = new ArrayList<>();
    elements.add(new ThriftStruct().text(4, "row").i32(5, columns.size()).bytes());
    columns.forEach(column -> elements.add(column.element().bytes()));
    return elements;
  }
}
