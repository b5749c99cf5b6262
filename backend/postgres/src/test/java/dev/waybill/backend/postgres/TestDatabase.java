package dev.waybill.backend.postgres;

import dev.waybill.backend.postgres.sql.PostgresConfig;
import dev.waybill.conformance.PostgresServer;
import dev.waybill.settings.Settings;
import dev.waybill.spi.StoreAddress;
import java.net.URI;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;

/// A database of its own on a server, for tests that need all of it.
record TestDatabase(PostgresServer server, String name) {

  private static final AtomicInteger NEXT = new AtomicInteger();

  static TestDatabase create() {
    return create(PostgresServer.shared());
  }

  static TestDatabase create(PostgresServer server) {
    String name = "db" + NEXT.incrementAndGet();
    new TestDatabase(server, "postgres").execute("create database " + name);
    return new TestDatabase(server, name);
  }

  PostgresBackend open() {
    return open(server.url(name));
  }

  static PostgresBackend open(String url) {
    return PostgresBackend.open(config(url), Settings.DEFAULT.withMaintenanceEvery(null));
  }

  static PostgresConfig config(String url) {
    return PostgresConfig.of(StoreAddress.of(URI.create(url)));
  }

  PostgresConfig config() {
    return config(server.url(name));
  }

  Connection connect() throws SQLException {
    return DriverManager.getConnection(config().url(), config().properties());
  }

  void execute(String sql) {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException failure) {
      throw new AssertionError(failure);
    }
  }

  String value(String sql) {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return String.valueOf(rows.getString(1));
    } catch (SQLException failure) {
      throw new AssertionError(failure);
    }
  }

  /// Ends all sessions of Waybill, as an administrator does.
  void endSessions() {
    execute(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'waybill'"
            + " and datname = current_database() and pid <> pg_backend_pid()");
  }
}
