package dev.waybill.bench.peer;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import javax.sql.DataSource;

/// A temporary PostgreSQL server with the default durability settings.
final class Postgres implements AutoCloseable {

  private static final int CONNECTIONS = 32;

  private final EmbeddedPostgres server;
  private final HikariDataSource pool;

  Postgres(Path folder) {
    try {
      // The embedded server is meant for tests and would turn all three off.
      server =
          EmbeddedPostgres.builder()
              .setDataDirectory(folder)
              .setServerConfig("fsync", "on")
              .setServerConfig("synchronous_commit", "on")
              .setServerConfig("full_page_writes", "on")
              .setPGStartupWait(Duration.ofMinutes(1))
              .start();
    } catch (IOException failed) {
      throw new UncheckedIOException("PostgreSQL does not start", failed);
    }
    HikariConfig config = new HikariConfig();
    config.setDataSource(server.getPostgresDatabase());
    config.setMaximumPoolSize(CONNECTIONS);
    pool = new HikariDataSource(config);
  }

  DataSource pool() {
    return pool;
  }

  void execute(String sql) {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException failed) {
      throw new IllegalStateException(sql, failed);
    }
  }

  /// As reported by the server.
  String durability() {
    return "PostgreSQL "
        + show("server_version")
        + ", fsync="
        + show("fsync")
        + ", synchronous_commit="
        + show("synchronous_commit");
  }

  private String show(String setting) {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("show " + setting)) {
      return rows.next() ? rows.getString(1) : "unknown";
    } catch (SQLException failed) {
      throw new IllegalStateException(setting, failed);
    }
  }

  @Override
  public void close() {
    pool.close();
    try {
      server.close();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
