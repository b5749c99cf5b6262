package dev.waybill.documents.index.postgres;

import dev.waybill.conformance.PostgresServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;

/// An empty database of a server, for one test.
record TestDatabase(PostgresServer server, String name) {

  private static final AtomicInteger NUMBER = new AtomicInteger();

  static TestDatabase on(PostgresServer server) {
    String name = "test_" + NUMBER.incrementAndGet();
    new TestDatabase(server, "postgres").execute("CREATE DATABASE " + name);
    return new TestDatabase(server, name);
  }

  PostgresAddress address() {
    return PostgresAddress.read(server.url(name));
  }

  PostgresAddress address(String user, String password) {
    return PostgresAddress.read(server.url(user, password, name));
  }

  PostgresChunkIndex open() {
    return PostgresChunkIndex.open(address());
  }

  void execute(String sql) {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException failure) {
      throw new IllegalStateException(failure);
    }
  }

  String value(String sql) {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return String.valueOf(rows.getString(1));
    } catch (SQLException failure) {
      throw new IllegalStateException(failure);
    }
  }

  Connection connect() throws SQLException {
    Properties login = new Properties();
    login.setProperty("user", PostgresServer.USER);
    login.setProperty("password", PostgresServer.PASSWORD);
    return DriverManager.getConnection(
        "jdbc:postgresql://127.0.0.1:%d/%s".formatted(server.port(), name), login);
  }
}
