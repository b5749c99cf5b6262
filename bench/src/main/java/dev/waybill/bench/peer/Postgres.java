package dev.waybill.bench.peer;

import dev.waybill.conformance.PostgresServer;
import java.util.concurrent.atomic.AtomicInteger;

/// A temporary PostgreSQL server with the default durability settings.
public final class Postgres implements AutoCloseable {

  private static final String SYSTEM = "postgres";

  private final AtomicInteger count = new AtomicInteger();
  private final PostgresServer server;

  public Postgres(PostgresServer.Release release) {
    server = new PostgresServer(release, "max_connections=200");
  }

  /// An empty database, which is dropped when it is closed.
  public PostgresDatabase create() {
    String name = "bench" + count.incrementAndGet();
    execute("create database " + name);
    return new PostgresDatabase(
        server.url(name), () -> execute("drop database " + name + " with (force)"));
  }

  private void execute(String sql) {
    try (PostgresDatabase system = system()) {
      system.execute(sql);
    }
  }

  private PostgresDatabase system() {
    return new PostgresDatabase(server.url(SYSTEM), () -> {});
  }

  /// As reported by the server.
  public String durability() {
    try (PostgresDatabase system = system()) {
      return "PostgreSQL "
          + system.value("show server_version")
          + ", fsync="
          + system.value("show fsync")
          + ", synchronous_commit="
          + system.value("show synchronous_commit");
    }
  }

  /// Fails unless every commit is synced to disk.
  public void requireDurable() {
    if (!durability().endsWith("fsync=on, synchronous_commit=on")) {
      throw new IllegalStateException(durability());
    }
  }

  @Override
  public void close() {
    server.close();
  }
}
