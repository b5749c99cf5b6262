package dev.waybill.backend.postgres;

import dev.waybill.conformance.BackendFixture;
import dev.waybill.conformance.ManualClock;
import dev.waybill.conformance.PostgresServer;
import dev.waybill.settings.Settings;
import dev.waybill.spi.StoreAddress;
import java.net.URI;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/// The PostgreSQL store on a server that all tests share, in a schema of its own.
final class PostgresFixture implements BackendFixture {

  private static final AtomicInteger NEXT = new AtomicInteger();

  private final PostgresConfig config;
  private final ManualClock clock = new ManualClock();
  private final Settings settings;
  private PostgresBackend backend;

  PostgresFixture(PostgresServer server, Settings settings) {
    this.config = config(server, "t" + NEXT.incrementAndGet());
    this.settings = settings.withClock(clock);
    this.backend = PostgresBackend.open(config, this.settings);
  }

  static PostgresFixture on(Settings settings) {
    return new PostgresFixture(PostgresServer.shared(), settings);
  }

  static PostgresConfig config(PostgresServer server, String schema) {
    return PostgresConfig.of(
        StoreAddress.of(URI.create(server.url("postgres") + "?schema=" + schema)));
  }

  PostgresConfig config() {
    return config;
  }

  @Override
  public PostgresBackend backend() {
    return backend;
  }

  @Override
  public ManualClock clock() {
    return clock;
  }

  @Override
  public PostgresBackend crashAndReopen() {
    backend.close();
    backend = PostgresBackend.open(config, settings);
    return backend;
  }

  @Override
  public void elapse(Duration step) {
    clock.advance(step);
  }

  @Override
  public void close() {
    backend.close();
    try (Connection connection = DriverManager.getConnection(config.url(), config.properties());
        Statement statement = connection.createStatement()) {
      statement.execute("drop schema " + config.schema() + " cascade");
    } catch (SQLException failure) {
      throw new AssertionError(failure);
    }
  }
}
