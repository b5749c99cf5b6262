package dev.waybill.bench.peer;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.net.URI;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/// A database of a PostgreSQL server, and a pool of connections to it.
public final class PostgresDatabase implements AutoCloseable {

  private static final int CONNECTIONS = 32;

  private final String url;
  private final Runnable afterwards;
  private final HikariDataSource pool;

  /// @param afterwards what to do when the connections are closed
  PostgresDatabase(String url, Runnable afterwards) {
    this.url = url;
    this.afterwards = afterwards;
    this.pool = new HikariDataSource(config(URI.create(url)));
  }

  private static HikariConfig config(URI address) {
    String[] login = address.getUserInfo().split(":", 2);
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(
        "jdbc:postgresql://%s:%d%s"
            .formatted(address.getHost(), address.getPort(), address.getPath()));
    config.setUsername(login[0]);
    config.setPassword(login[1]);
    config.setMaximumPoolSize(CONNECTIONS);
    config.setMinimumIdle(1);
    return config;
  }

  /// With user and password.
  public String url() {
    return url;
  }

  public DataSource pool() {
    return pool;
  }

  public Connection connect() {
    try {
      return pool.getConnection();
    } catch (SQLException failed) {
      throw new IllegalStateException(url, failed);
    }
  }

  public void execute(String sql) {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException failed) {
      throw new IllegalStateException(sql, failed);
    }
  }

  /// The first column of the first row.
  public String value(String query) {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      return rows.next() ? String.valueOf(rows.getString(1)) : "";
    } catch (SQLException failed) {
      throw new IllegalStateException(query, failed);
    }
  }

  @Override
  public void close() {
    pool.close();
    afterwards.run();
  }
}
