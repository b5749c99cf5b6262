package dev.waybill.backend.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A slow reader cannot block the others.
@Timeout(180)
final class SqliteReadersTest {

  private static final String ENDLESS =
      "with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n";

  @TempDir private Path folder;

  @Test
  void a_slow_read_is_aborted_and_the_next_one_works() {
    try (SqliteReaders readers =
        new SqliteReaders(folder.resolve("some.db"), Duration.ofMillis(50))) {
      assertThatThrownBy(() -> readers.read("count", connection -> first(connection, ENDLESS)))
          .isInstanceOfSatisfying(
              WaybillException.class, e -> assertThat(e.code()).isEqualTo(Code.INVALID_ARGUMENT));
      assertThat(readers.<Long>read("count", connection -> first(connection, "select 42")))
          .isEqualTo(42);
    }
  }

  private static long first(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getLong(1);
    }
  }
}
