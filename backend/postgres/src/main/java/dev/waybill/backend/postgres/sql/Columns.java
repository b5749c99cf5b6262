package dev.waybill.backend.postgres.sql;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Rows for one statement, as an array for each column: `unnest(?::uuid[], ?::int8[])`.
public final class Columns {

  private final List<String> types;
  private final List<List<@Nullable Object>> values = new ArrayList<>();
  private int rows;

  public Columns(String... types) {
    this(List.of(types));
  }

  public Columns(List<String> types) {
    this.types = types;
    types.forEach(_ -> values.add(new ArrayList<>()));
  }

  /// Arrays as types of single values, for columns that have arrays themselves.
  public static String unnest(List<String> types) {
    return types.stream().map(type -> "?::" + type + "[]").collect(Collectors.joining(", "));
  }

  public Columns add(@Nullable Object... row) {
    if (row.length != types.size()) {
      throw new IllegalArgumentException(row.length + " values for " + types);
    }
    for (int i = 0; i < row.length; i++) {
      values.get(i).add(row[i]);
    }
    rows++;
    return this;
  }

  public int size() {
    return rows;
  }

  public boolean isEmpty() {
    return rows == 0;
  }

  public void bind(SqlQuery query) throws SQLException {
    for (int i = 0; i < types.size(); i++) {
      query.array(types.get(i), values.get(i).toArray());
    }
  }

  /// An array of texts as a text.
  public static @Nullable String literal(Set<String> texts) {
    if (texts.isEmpty()) {
      return null;
    }
    return texts.stream()
        .map(text -> '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"')
        .collect(Collectors.joining(",", "{", "}"));
  }
}
