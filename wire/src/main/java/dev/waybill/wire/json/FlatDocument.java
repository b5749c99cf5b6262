package dev.waybill.wire.json;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;

/// The documents of one kind as rows of a table.
///
/// A field of a nested document is a column whose name starts with that of the document, such as
/// `failure_message`. Lists, maps and free JSON are columns with the JSON as text.
public final class FlatDocument<T> {

  private final Document<T> document;
  private final Set<String> omitted;
  private final List<Column> columns = new ArrayList<>();
  private final Map<String, Cell> cells;

  /// The type of the values of a column: `String`, `Long`, `Double`, `Boolean` or [Instant]. Any
  /// value may be null.
  public enum Type {
    TEXT,
    WHOLE,
    DECIMAL,
    FLAG,
    TIME
  }

  public record Column(String name, Type type) {}

  /// Where the value of a field goes.
  private sealed interface Cell {

    /// @param isRaw whether the value is the JSON of the field
    record Value(int index, Type type, boolean isRaw) implements Cell {}

    record Nested(Map<String, Cell> cells) implements Cell {}
  }

  /// @param omitted fields of the document that the table does not have
  public FlatDocument(Document<T> document, Set<String> omitted) {
    this.document = document;
    this.omitted = Set.copyOf(omitted);
    this.cells = cells("", document.shape());
  }

  private Map<String, Cell> cells(String prefix, Shape shape) {
    Map<String, Cell> named = new LinkedHashMap<>();
    for (Shape.Field field : shape.fields()) {
      if (!prefix.isEmpty() || !omitted.contains(field.name())) {
        named.put(field.name(), cell(prefix + field.name(), field.kind()));
      }
    }
    return named;
  }

  private Cell cell(String name, Shape.Kind kind) {
    return switch (kind) {
      case Shape.Scalar scalar -> value(name, type(scalar), scalar == Shape.Scalar.ANY);
      case Shape.Words _ -> value(name, Type.TEXT, false);
      case Shape.Items _, Shape.Entries _ -> value(name, Type.TEXT, true);
      case Shape.Part part -> new Cell.Nested(cells(name + "_", part.shape()));
      case Shape.OrNull(Shape.Kind some) -> cell(name, some);
    };
  }

  private Cell value(String name, Type type, boolean isRaw) {
    if (columns.stream().anyMatch(column -> column.name().equals(name))) {
      throw new IllegalArgumentException("two fields would be the column " + name);
    }
    columns.add(new Column(name, type));
    return new Cell.Value(columns.size() - 1, type, isRaw);
  }

  private static Type type(Shape.Scalar scalar) {
    return switch (scalar) {
      case TEXT, SPAN, ANY, BASE64 -> Type.TEXT;
      case WHOLE -> Type.WHOLE;
      case DECIMAL -> Type.DECIMAL;
      case FLAG -> Type.FLAG;
      case TIME -> Type.TIME;
    };
  }

  public List<Column> columns() {
    return List.copyOf(columns);
  }

  /// The values of a document, in the order of the columns.
  public @Nullable Object[] row(T value) {
    String json = json(value);
    @Nullable Object[] row = new @Nullable Object[columns.size()];
    try (JsonParser parser = Json.FACTORY.createParser(ObjectReadContext.empty(), json)) {
      parser.nextToken();
      read(parser, json, cells, row);
    }
    return row;
  }

  private String json(T value) {
    return new String(document.bytes(Encoding.JSON_LINE, value), StandardCharsets.UTF_8);
  }

  private static void read(
      JsonParser parser, String json, Map<String, Cell> cells, @Nullable Object[] row) {
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      Cell cell = cells.get(parser.currentName());
      JsonToken token = parser.nextToken();
      switch (cell) {
        case null -> parser.skipChildren();
        case Cell.Value value ->
            row[value.index()] =
                token == JsonToken.VALUE_NULL ? null : valueOf(parser, json, value);
        case Cell.Nested nested -> {
          if (token == JsonToken.START_OBJECT) {
            read(parser, json, nested.cells(), row);
          }
        }
      }
    }
  }

  private static Object valueOf(JsonParser parser, String json, Cell.Value value) {
    if (value.isRaw()) {
      return raw(parser, json);
    }
    return switch (value.type()) {
      case TEXT -> parser.getString();
      case WHOLE -> parser.getLongValue();
      case DECIMAL -> parser.getDoubleValue();
      case FLAG -> parser.getBooleanValue();
      case TIME -> TimeText.parse(parser.getString());
    };
  }

  private static String raw(JsonParser parser, String json) {
    int begin = (int) parser.currentTokenLocation().getCharOffset();
    parser.skipChildren();
    parser.finishToken();
    return json.substring(begin, (int) parser.currentLocation().getCharOffset());
  }

  /// The document on one line, without the omitted fields.
  public byte[] line(T value) {
    return omitted.isEmpty()
        ? document.bytes(Encoding.JSON_LINE, value)
        : kept(json(value)).getBytes(StandardCharsets.UTF_8);
  }

  private String kept(String json) {
    StringBuilder line = new StringBuilder(json.length()).append('{');
    try (JsonParser parser = Json.FACTORY.createParser(ObjectReadContext.empty(), json)) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = parser.currentName();
        parser.nextToken();
        String field = raw(parser, json);
        if (!omitted.contains(name)) {
          line.append(line.length() == 1 ? "" : ",").append('"').append(name).append("\":");
          line.append(field);
        }
      }
    }
    return line.append('}').toString();
  }
}
