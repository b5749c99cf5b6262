package dev.waybill.backend.postgres;

import dev.waybill.backend.postgres.sql.PostgresConfig;
import dev.waybill.conformance.BackendFixture;
import dev.waybill.conformance.ManualClock;
import dev.waybill.conformance.PostgresServer;
import dev.waybill.conformance.PostgresServer.Release;
import dev.waybill.settings.Settings;
import dev.waybill.spi.StoreAddress;
import java.net.URI;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/// The PostgreSQL store on a server that all tests share, in a schema of its own.
final class PostgresFixture implements BackendFixture {

  private static final AtomicInteger NEXT = new AtomicInteger();

  /// Schemas of tests that are over, without rows: creating one takes longer than a test.
  private static final Map<Release, Queue<PostgresConfig>> FREE =
      Map.of(
          Release.DISTRIBUTION,
          new ConcurrentLinkedQueue<>(),
          Release.NEWEST,
          new ConcurrentLinkedQueue<>());

  private final Release release;
  private final PostgresConfig config;
  private final ManualClock clock = new ManualClock();
  private final Settings settings;
  private PostgresBackend backend;

  private PostgresFixture(Release release, PostgresConfig config, Settings settings) {
    this.release = release;
    this.config = config;
    this.settings = settings.withClock(clock);
    this.backend = PostgresBackend.open(config, this.settings);
  }

  static PostgresFixture on(Settings settings) {
    return on(Release.DISTRIBUTION, settings);
  }

  static PostgresFixture on(Release release, Settings settings) {
    PostgresConfig free = Objects.requireNonNull(FREE.get(release)).poll();
    PostgresConfig config =
        free == null ? config(PostgresServer.shared(release), "t" + NEXT.incrementAndGet()) : free;
    return new PostgresFixture(release, config, settings);
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
      Objects.requireNonNull(FREE.get(release)).add(config);
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
