package dev.waybill.cli.export;

import dev.waybill.Payload;
import dev.waybill.wire.json.FlatDocument;
import java.io.ByteArrayOutputStream;
import java.util.List;

/// One JSON document a line.
final class NdjsonEncoder<T> implements RowEncoder<T> {

  private final FlatDocument<T> table;
  private final ByteArrayOutputStream lines = new ByteArrayOutputStream();

  NdjsonEncoder(FlatDocument<T> table) {
    this.table = table;
  }

  @Override
  public byte[] begin() {
    return new byte[0];
  }

  @Override
  public void add(T row) {
    lines.writeBytes(table.line(row));
    lines.write('\n');
  }

  @Override
  public long size() {
    return lines.size();
  }

  @Override
  public Piece take(long offset) {
    Payload bytes = Payload.wrap(lines.toByteArray());
    lines.reset();
    return new Piece(bytes, Payload.empty());
  }

  @Override
  public byte[] end(List<Payload> notes, long rows) {
    return new byte[0];
  }
}
