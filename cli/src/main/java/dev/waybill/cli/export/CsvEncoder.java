package dev.waybill.cli.export;

import dev.waybill.Payload;
import dev.waybill.wire.json.FlatDocument;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// CSV by RFC 4180 with a header. A null is an empty field, an empty text is `""`.
final class CsvEncoder<T> implements RowEncoder<T> {

  private static final Pattern QUOTED = Pattern.compile("[\",\r\n]|^$|^\\s|\\s$");

  private final FlatDocument<T> table;
  private final StringBuilder lines = new StringBuilder();

  CsvEncoder(FlatDocument<T> table) {
    this.table = table;
  }

  @Override
  public byte[] begin() {
    List<String> names = table.columns().stream().map(FlatDocument.Column::name).toList();
    return (String.join(",", names) + "\r\n").getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void add(T row) {
    String separator = "";
    for (Object value : table.row(row)) {
      lines.append(separator).append(field(value));
      separator = ",";
    }
    lines.append("\r\n");
  }

  static String field(@Nullable Object value) {
    if (value == null) {
      return "";
    }
    String text = value.toString();
    return QUOTED.matcher(text).find() ? '"' + text.replace("\"", "\"\"") + '"' : text;
  }

  @Override
  public long size() {
    return lines.length();
  }

  @Override
  public Piece take(long offset) {
    byte[] bytes = lines.toString().getBytes(StandardCharsets.UTF_8);
    lines.setLength(0);
    return new Piece(Payload.wrap(bytes), Payload.empty());
  }

  @Override
  public byte[] end(List<Payload> notes, long rows) {
    return new byte[0];
  }
}
