package dev.waybill.backend.postgres;

import dev.waybill.spi.Key;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// The configuration keys of PostgreSQL.
final class PostgresKeys {

  static final Key<String> USER = Key.text("store.user", null, "User name for the store.");
  static final Key<String> PASSWORD =
      Key.text("store.password", null, "Password for the store.").kept();
  static final Key<String> TLS =
      Key.choice(
          "store.tls.mode",
          "prefer",
          "Whether connections to PostgreSQL use TLS: `prefer` encrypts if the server can, `verify`"
              + " also requires a trusted certificate for the host. `store.tls.ca` implies"
              + " `verify`.",
          "off",
          "prefer",
          "verify");
  static final Key<Path> CA =
      Key.path(
          "store.tls.ca",
          null,
          "PEM file with the certificate authorities of the store's servers.");
  static final Key<Path> CERTIFICATE =
      Key.path(
          "store.tls.certificate", null, "PEM file with the client certificate for the store.");
  static final Key<Path> KEY =
      Key.path(
          "store.tls.key",
          null,
          "PEM file with the private key of the client certificate (PKCS #8).");
  static final Key<String> SCHEMA =
      Key.text("store.schema", "waybill", "PostgreSQL schema with the tables of Waybill.");
  static final Key<String> MIGRATE =
      Key.choice(
          "store.migrate",
          "auto",
          "Whether a start creates and migrates the tables in PostgreSQL; with `never`, run"
              + " `waybill provision` as their owner.",
          "auto",
          "never");
  static final Key<Integer> CONNECTIONS =
      Key.number("store.connections", "10", 3, 500, "Maximum number of connections to PostgreSQL.");
  static final Key<Duration> CONNECT_TIMEOUT =
      Key.duration(
          "store.connect_timeout", "5s", "How long to wait for a connection to PostgreSQL.");
  static final Key<Duration> STATEMENT_TIMEOUT =
      Key.duration(
          "store.statement_timeout", "30s", "How long one statement in PostgreSQL may take.");

  static final List<Key<?>> ALL =
      List.of(
          USER,
          PASSWORD,
          TLS,
          CA,
          CERTIFICATE,
          KEY,
          SCHEMA,
          MIGRATE,
          CONNECTIONS,
          CONNECT_TIMEOUT,
          STATEMENT_TIMEOUT);

  private PostgresKeys() {}
}
