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
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/// The PostgreSQL store on a server that all tests share, in a schema of its own.
final class PostgresFixture implements BackendFixture {

  private static final AtomicInteger NEXT = new AtomicInteger();

  /// Schemas of tests that are over, without rows: creating one takes longer than a test.
  private static final Queue<PostgresConfig> FREE = new ConcurrentLinkedQueue<>();

  private final PostgresConfig config;
  private final ManualClock clock = new ManualClock();
  private final Settings settings;
  private PostgresBackend backend;

  private PostgresFixture(PostgresConfig config, Settings settings) {
    this.config = config;
    this.settings = settings.withClock(clock);
    this.backend = PostgresBackend.open(config, this.settings);
  }

  static PostgresFixture on(Settings settings) {
    PostgresConfig free = FREE.poll();
    PostgresConfig config =
        free == null ? config(PostgresServer.shared(), "t" + NEXT.incrementAndGet()) : free;
    return new PostgresFixture(config, settings);
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
      statement.execute(empty(config.schema()));
      FREE.add(config);
    } catch (SQLException failure) {
      throw new AssertionError(failure);
    }
  }

  private static String empty(String schema) {
    return """
        do $$ declare t text; begin
          for t in select tablename from pg_tables where schemaname = '%1$s'
              and tablename not in ('migration', 'feed', 'checkpoint') loop
            execute 'delete from %1$s.' || t;
          end loop;
          update %1$s.feed set dropped = 0;
          update %1$s.checkpoint set position = 0;
        end $$
        """
        .formatted(schema);
  }
}
