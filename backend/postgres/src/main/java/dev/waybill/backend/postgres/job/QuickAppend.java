package dev.waybill.backend.postgres.job;

import dev.waybill.backend.postgres.sql.Columns;
import dev.waybill.backend.postgres.sql.Database;
import dev.waybill.backend.postgres.sql.SqlQuery;
import dev.waybill.base.Recent;
import dev.waybill.spi.Draft;
import dev.waybill.spi.QueueKey;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Stores new jobs without request IDs by one statement, which is a transaction of its own: one
/// round trip. The statement holds the lock of `ready` before it reads the time and draws numbers,
/// because a statement locks the tables that it changes before it runs; see [SafePoint].
///
/// Columns without values are left out, and a value that all rows share is sent once.
final class QuickAppend {

  /// The time of the transaction, and the last number that was drawn.
  record Stored(long time, long number) {}

  private static final List<String> COLUMNS =
      JobColumns.ASKED.stream().map(column -> column.substring(0, column.indexOf(' '))).toList();

  private static final List<String> TYPES =
      JobColumns.ASKED.stream().map(column -> column.substring(column.indexOf(' ') + 1)).toList();

  private static final int REMEMBERED = 200;

  private final Database database;
  private final Recent<Shape, String> statements = new Recent<>(REMEMBERED);

  QuickAppend(Database database) {
    this.database = database;
  }

  static boolean fits(List<Draft> drafts) {
    return drafts.stream().allMatch(draft -> draft.job().requestId() == null);
  }

  /// Empty if it is not known whether the jobs were stored.
  Optional<Stored> store(List<Draft> drafts, Map<QueueKey, Integer> numbers) {
    Object[][] values = new Object[COLUMNS.size()][drafts.size()];
    for (int row = 0; row < drafts.size(); row++) {
      Draft draft = drafts.get(row);
      int queue = Objects.requireNonNull(numbers.get(Appending.queue(draft)));
      Object[] asked = JobColumns.asked(draft, queue);
      for (int column = 0; column < asked.length; column++) {
        values[column][row] = asked[column];
      }
    }
    Shape shape = Shape.of(values);
    return database.writeAtOnce("store jobs", connection -> run(connection, shape, values));
  }

  private Stored run(java.sql.Connection connection, Shape shape, Object[][] values)
      throws SQLException {
    String sql = statements.get(shape, () -> database.names().once(shape.sql()));
    SqlQuery query =
        database.queryOnce(connection, sql).value(database.clock().replacement(), "int8");
    for (int column : shape.arrays) {
      query.array(TYPES.get(column), values[column]);
    }
    for (int column : shape.same) {
      query.value(values[column][0], TYPES.get(column));
    }
    return query
        .list(row -> new Stored(database.clock().at(row.getLong(1)), row.getLong(2)))
        .getFirst();
  }

  /// Which columns have a value for each row, and which have one for all rows.
  private record Shape(List<Integer> arrays, List<Integer> same) {

    static Shape of(@Nullable Object[][] values) {
      Shape shape = new Shape(new ArrayList<>(), new ArrayList<>());
      for (int column = 0; column < values.length; column++) {
        Object first = values[column][0];
        boolean isSame =
            Arrays.stream(values[column]).allMatch(value -> Objects.equals(value, first));
        if (!isSame) {
          shape.arrays.add(column);
        } else if (first != null) {
          shape.same.add(column);
        }
      }
      return shape;
    }

    private boolean has(String column) {
      int index = COLUMNS.indexOf(column);
      return arrays.contains(index) || same.contains(index);
    }

    private String orNull(String column) {
      return has(column) ? column : "null::int8";
    }

    String sql() {
      List<Integer> present = new ArrayList<>(arrays);
      present.addAll(same);
      String names = present.stream().map(COLUMNS::get).collect(Collectors.joining(", "));
      String given =
          present.stream()
              .map(COLUMNS::get)
              .map(name -> name.equals("tags") ? "tags::text[]" : name)
              .collect(Collectors.joining(", "));
      return "with c as materialized (select coalesce(?::int8, {now_ms}()) as ms), a as materialized"
          + " (select nextval('{number}') as n, (select ms from c) as ms, v.* from (select "
          + names
          + " from "
          + rows()
          + ") v), j as materialized (select a.*, greatest(ms, coalesce("
          + orNull("asked_at")
          + ", ms + coalesce("
          + orNull("delay")
          + ", 0))) as at from a), l as (insert into {live} (n, change, arrival, created, updated,"
          + " run_at, ready, "
          + names
          + ") select n, n, n, ms, ms, at, at, "
          + given
          + " from j), r as (insert into {ready} select queue, lane, false, at, n, id, size, "
          + orNull("deadline")
          + " from j returning arrival) select (select ms from c), max(arrival) from r";
    }

    private String rows() {
      String shared =
          same.stream()
              .map(column -> "?::" + TYPES.get(column) + " as " + COLUMNS.get(column))
              .collect(Collectors.joining(", ", "(select ", ") s"));
      if (arrays.isEmpty()) {
        return shared;
      }
      String each =
          "unnest("
              + Columns.unnest(arrays.stream().map(TYPES::get).toList())
              + ") as u ("
              + arrays.stream().map(COLUMNS::get).collect(Collectors.joining(", "))
              + ")";
      return same.isEmpty() ? each : each + " cross join " + shared;
    }
  }
}
