package dev.waybill.cli.export;

import dev.waybill.Payload;
import dev.waybill.cli.parquet.ParquetColumn;
import dev.waybill.cli.parquet.ParquetFrame;
import dev.waybill.cli.parquet.ParquetType;
import dev.waybill.cli.parquet.RowGroup;
import dev.waybill.wire.json.FlatDocument;
import java.util.List;

/// Parquet: each piece is a row group, and the end of the file describes all of them.
final class ParquetEncoder<T> implements RowEncoder<T> {

  private final FlatDocument<T> table;
  private final List<ParquetColumn> columns;
  private RowGroup next;

  ParquetEncoder(FlatDocument<T> table) {
    this.table = table;
    this.columns =
        table.columns().stream()
            .map(column -> new ParquetColumn(column.name(), type(column.type())))
            .toList();
    this.next = new RowGroup(columns);
  }

  private static ParquetType type(FlatDocument.Type type) {
    return switch (type) {
      case TEXT -> ParquetType.TEXT;
      case WHOLE -> ParquetType.INT64;
      case DECIMAL -> ParquetType.DOUBLE;
      case FLAG -> ParquetType.BOOLEAN;
      case TIME -> ParquetType.TIMESTAMP;
    };
  }

  @Override
  public byte[] begin() {
    return ParquetFrame.header();
  }

  @Override
  public void add(T row) {
    next.add(table.row(row));
  }

  @Override
  public long size() {
    return next.size();
  }

  @Override
  public Piece take(long offset) {
    RowGroup.Written written = next.write(offset);
    next = new RowGroup(columns);
    return new Piece(written.bytes(), written.description());
  }

  @Override
  public byte[] end(List<Payload> notes, long rows) {
    return ParquetFrame.footer(columns, notes, rows);
  }
}
