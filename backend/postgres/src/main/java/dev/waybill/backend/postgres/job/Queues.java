package dev.waybill.backend.postgres.job;

import dev.waybill.backend.postgres.sql.Columns;
import dev.waybill.backend.postgres.sql.Database;
import dev.waybill.backend.postgres.sql.Write;
import dev.waybill.base.Recent;
import dev.waybill.spi.QueueKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The numbers of queues. A queue gets its number with its first job and keeps it.
final class Queues {

  private static final int REMEMBERED = 100_000;

  private final Database database;
  private final Recent<QueueKey, Integer> numbers = new Recent<>(REMEMBERED);

  Queues(Database database) {
    this.database = database;
  }

  Optional<Integer> find(QueueKey key) {
    Optional<Integer> known = numbers.find(key);
    return known.isPresent() ? known : read(key);
  }

  private Optional<Integer> read(QueueKey key) {
    Optional<Integer> found =
        database.read(
            "find a queue",
            connection ->
                database
                    .query(connection, "select n from {queue} where tenant = ? and name = ?")
                    .text(key.tenant())
                    .text(key.queue())
                    .first(row -> row.getInt(1)));
    found.ifPresent(number -> remember(key, number));
    return found;
  }

  /// The numbers of these queues; new ones are created in a transaction of their own.
  Map<QueueKey, Integer> numbers(Set<QueueKey> wanted) {
    Map<QueueKey, Integer> found = new HashMap<>();
    List<QueueKey> missing = new ArrayList<>();
    for (QueueKey key : wanted) {
      numbers.find(key).ifPresentOrElse(n -> found.put(key, n), () -> missing.add(key));
    }
    if (!missing.isEmpty()) {
      Map<QueueKey, Integer> created =
          database.write("create queues", write -> create(write, missing));
      created.forEach(this::remember);
      found.putAll(created);
    }
    return found;
  }

  private static Map<QueueKey, Integer> create(Write write, List<QueueKey> missing)
      throws SQLException {
    Columns rows = new Columns("text", "text");
    missing.forEach(key -> rows.add(key.tenant(), key.queue()));
    write
        .query(
            "insert into {queue} (tenant, name) select t, q from unnest(?::text[], ?::text[]) as u"
                + " (t, q) order by t, q on conflict do nothing")
        .columns(rows)
        .run();
    Map<QueueKey, Integer> found = new HashMap<>();
    write
        .query(
            "select tenant, name, n from {queue} join unnest(?::text[], ?::text[]) as u (t, q)"
                + " on tenant = t and name = q")
        .columns(rows)
        .list(row -> found.put(new QueueKey(row.getString(1), row.getString(2)), row.getInt(3)));
    return found;
  }

  /// All queues of a tenant.
  List<Integer> ofTenant(Connection connection, String tenant) throws SQLException {
    return database
        .query(connection, "select n, name from {queue} where tenant = ?")
        .text(tenant)
        .list(
            row -> {
              remember(new QueueKey(tenant, row.getString(2)), row.getInt(1));
              return row.getInt(1);
            });
  }

  private void remember(QueueKey key, int number) {
    numbers.put(key, number);
  }
}
