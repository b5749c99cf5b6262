package dev.waybill.backend.postgres.sql;

import dev.waybill.backend.support.StoreKeys;
import dev.waybill.spi.Key;
import java.time.Duration;
import java.util.List;

/// The configuration keys of PostgreSQL.
public final class PostgresKeys {

  public static final Key<String> TLS =
      Key.choice(
          "store.tls.mode",
          "prefer",
          "Whether connections to PostgreSQL use TLS: `prefer` encrypts if the server can, `verify`"
              + " also requires a trusted certificate for the host. `store.tls.ca` implies"
              + " `verify`.",
          "off",
          "prefer",
          "verify");
  public static final Key<String> SCHEMA =
      Key.text("store.schema", "waybill", "PostgreSQL schema with the tables of Waybill.");
  public static final Key<String> MIGRATE =
      Key.choice(
          "store.migrate",
          "auto",
          "Whether a start creates and migrates the tables in PostgreSQL; with `never`, run"
              + " `waybill provision` as their owner.",
          "auto",
          "never");
  public static final Key<Integer> CONNECTIONS =
      Key.number("store.connections", "10", 3, 500, "Maximum number of connections to PostgreSQL.");
  public static final Key<Duration> CONNECT_TIMEOUT =
      Key.duration(
          "store.connect_timeout", "5s", "How long to wait for a connection to PostgreSQL.");
  public static final Key<Duration> STATEMENT_TIMEOUT =
      Key.duration(
          "store.statement_timeout", "30s", "How long one statement in PostgreSQL may take.");

  public static final Key<String> PREPARED =
      Key.choice(
          "store.prepared",
          "on",
          "Whether PostgreSQL keeps the plans of statements by name; `off` behind a proxy that pools"
              + " transactions and does not know prepared statements, such as PgBouncer before 1.21.",
          "on",
          "off");

  public static final List<Key<?>> ALL =
      List.of(
          StoreKeys.USER,
          StoreKeys.PASSWORD,
          TLS,
          StoreKeys.CA,
          StoreKeys.CERTIFICATE,
          StoreKeys.PRIVATE_KEY,
          SCHEMA,
          MIGRATE,
          CONNECTIONS,
          CONNECT_TIMEOUT,
          STATEMENT_TIMEOUT,
          PREPARED);

  private PostgresKeys() {}
}
