package dev.waybill.documents.index.postgres;

import dev.waybill.documents.index.ChunkFilter;
import dev.waybill.documents.parse.FileType;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/// The condition of a search on rows: the tenant always, then the filter.
final class RowFilter {

  private final StringBuilder condition = new StringBuilder("tenant = ?");
  private final List<Object> values = new ArrayList<>();

  RowFilter(String tenant, ChunkFilter filter) {
    values.add(ChunkRow.text(tenant));
    oneOf("session", filter.sessions());
    oneOf("document", filter.documents());
    oneOf("type", filter.types().stream().map(FileType::text).toList());
    if (filter.createdFrom() != null) {
      add("created >= ?", filter.createdFrom().toEpochMilli());
    }
    if (filter.createdTo() != null) {
      add("created < ?", filter.createdTo().toEpochMilli());
    }
  }

  private void oneOf(String column, Collection<String> allowed) {
    if (!allowed.isEmpty()) {
      add(column + " = ANY (?)", allowed.stream().map(ChunkRow::text).toArray(String[]::new));
    }
  }

  private void add(String test, Object value) {
    condition.append(" AND ").append(test);
    values.add(value);
  }

  String condition() {
    return condition.toString();
  }

  /// Sets the values of the condition and returns the place of the next parameter.
  int set(PreparedStatement statement, int from) throws SQLException {
    int place = from;
    for (Object value : values) {
      if (value instanceof String[] texts) {
        statement.setArray(place, statement.getConnection().createArrayOf("text", texts));
      } else {
        statement.setObject(place, value);
      }
      place++;
    }
    return place;
  }
}
