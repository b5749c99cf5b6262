package dev.waybill.backend.postgres.job;

import dev.waybill.backend.postgres.sql.Write;
import java.sql.SQLException;
import java.util.List;

/// ChangeNumbers of jobs, places and changes, which grow.
final class ChangeNumbers {

  private ChangeNumbers() {}

  static List<Long> draw(Write write, int count) throws SQLException {
    return count == 0
        ? List.of()
        : write
            .query("select nextval('{number}') from generate_series(1, ?)")
            .number(count)
            .list(row -> row.getLong(1));
  }
}
