package dev.waybill.backend.nats;

import dev.waybill.spi.Key;
import java.nio.file.Path;
import java.util.List;

/// The configuration keys of NATS.
final class NatsKeys {

  static final Key<Path> CREDENTIALS =
      Key.path("store.credentials", null, "NATS credentials file, as created by `nsc`.");
  static final Key<String> USER = Key.text("store.user", null, "User name for the store.");
  static final Key<String> PASSWORD =
      Key.text("store.password", null, "Password for the store.").kept();
  static final Key<String> TOKEN =
      Key.text("store.token", null, "Token for the store, instead of user name and password.")
          .kept();
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
  static final Key<Integer> REPLICAS =
      Key.number("store.replicas", "1", 1, 5, "Number of NATS replicas of each stream.");
  static final Key<String> DURABILITY =
      Key.choice(
          "store.durability",
          "process",
          "Durability that the store's servers are configured for; set `power_cut` if all"
              + " of them sync every write.",
          "process",
          "power_cut");

  static final List<Key<?>> ALL =
      List.of(CREDENTIALS, USER, PASSWORD, TOKEN, CA, CERTIFICATE, KEY, REPLICAS, DURABILITY);

  private NatsKeys() {}
}
