package dev.waybill.backend.redis;

import dev.waybill.spi.Key;
import java.nio.file.Path;
import java.util.List;

/// The configuration keys of Redis. Other stores have some of them, with the same meaning.
final class RedisKeys {

  static final Key<String> USER = Key.text("store.user", null, "User name for the store.");
  static final Key<String> PASSWORD =
      Key.text("store.password", null, "Password for the store.").kept();
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
  static final Key<String> PREFIX =
      Key.text(
          "store.prefix",
          "waybill",
          "What the names of all keys in Redis start with; deployments that share a server need"
              + " different ones.");
  static final Key<String> DURABILITY =
      Key.choice(
          "store.durability",
          "process",
          "Durability that the store's servers are configured for; set `power_cut` if all"
              + " of them sync every write.",
          "process",
          "power_cut");

  static final List<Key<?>> ALL = List.of(USER, PASSWORD, CA, CERTIFICATE, KEY, PREFIX, DURABILITY);

  private RedisKeys() {}
}
