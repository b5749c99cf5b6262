package dev.waybill.backend.postgres.sql;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.spi.Provisioned;
import dev.waybill.spi.Provisioned.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.CRC32;

/// Creates and migrates the tables by numbered scripts, each once; all missing ones in one
/// transaction. Servers that start together wait for each other. See decision 0031 for why this is
/// not a library.
public final class Migrations {

  public static final List<String> SCRIPTS =
      List.of("1-jobs", "2-ledger", "3-catalog", "4-enqueue", "5-partitions", "6-enqueue");

  private static final String LOCK = "select pg_advisory_xact_lock(hashtext('{schema}'), 1)";

  private final Connection connection;
  private final SqlNames names;

  public Migrations(Connection connection, SqlNames names) {
    this.connection = connection;
    this.names = names;
  }

  /// The scripts and their state. Applies missing ones if `create` is set.
  public List<Provisioned> provision(boolean create) throws SQLException {
    connection.setAutoCommit(false);
    Map<String, Long> applied = begin(create);
    requireKnown(applied);
    List<Provisioned> all = new ArrayList<>();
    for (String script : SCRIPTS) {
      all.add(provision(script, applied, create));
    }
    connection.commit();
    return all;
  }

  private Provisioned provision(String script, Map<String, Long> applied, boolean create)
      throws SQLException {
    String text = text(script);
    String name = names.schema() + "/" + script;
    if (applied.containsKey(script)) {
      boolean same = Objects.equals(applied.get(script), sum(text));
      return new Provisioned(
          name, Outcome.PRESENT, same ? List.of() : List.of("was created by another script"));
    }
    if (!create) {
      return new Provisioned(name, Outcome.MISSING, List.of());
    }
    execute(text);
    SqlQuery.of(connection, names.in("insert into {migration} values (?, ?, {now_ms}())"))
        .text(script)
        .number(sum(text))
        .run();
    return new Provisioned(name, Outcome.CREATED, List.of());
  }

  private Map<String, Long> begin(boolean create) throws SQLException {
    boolean exists = exists();
    if (!exists && create) {
      execute(LOCK);
      execute(
          "create schema if not exists {schema};"
              + " create table if not exists {migration} (name text primary key, sum bigint not"
              + " null, at bigint not null)");
    } else if (!exists) {
      return Map.of();
    } else if (create) {
      execute(LOCK);
    }
    Map<String, Long> applied = new HashMap<>();
    SqlQuery.of(connection, names.in("select name, sum from {migration}"))
        .list(row -> applied.put(row.getString(1), row.getLong(2)));
    return applied;
  }

  private boolean exists() throws SQLException {
    return SqlQuery.of(connection, "select to_regclass(?) is not null")
        .text(names.in("{migration}"))
        .list(row -> row.getBoolean(1))
        .getFirst();
  }

  private void requireKnown(Map<String, Long> applied) {
    for (String name : applied.keySet()) {
      if (!SCRIPTS.contains(name)) {
        throw new WaybillException(
            Code.NEWER_FORMAT,
            "the schema %s in PostgreSQL was migrated by a newer version (%s)"
                .formatted(names.schema(), name));
      }
    }
  }

  private void execute(String script) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(names.once(script));
    }
  }

  private static long sum(String text) {
    CRC32 sum = new CRC32();
    sum.update(text.getBytes(UTF_8));
    return sum.getValue();
  }

  private static String text(String script) {
    try (InputStream in = Migrations.class.getResourceAsStream(script + ".sql")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), UTF_8);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
