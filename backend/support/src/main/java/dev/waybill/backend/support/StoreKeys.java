package dev.waybill.backend.support;

import dev.waybill.spi.Key;
import java.nio.file.Path;

/// Configuration keys that several stores have, with the same meaning.
public final class StoreKeys {

  public static final Key<String> USER = Key.text("store.user", null, "User name for the store.");
  public static final Key<String> PASSWORD =
      Key.text("store.password", null, "Password for the store.").kept();
  public static final Key<Path> CA =
      Key.path(
          "store.tls.ca",
          null,
          "PEM file with the certificate authorities of the store's servers.");
  public static final Key<Path> CERTIFICATE =
      Key.path(
          "store.tls.certificate", null, "PEM file with the client certificate for the store.");
  public static final Key<Path> PRIVATE_KEY =
      Key.path(
          "store.tls.key",
          null,
          "PEM file with the private key of the client certificate (PKCS #8).");
  public static final Key<String> DURABILITY =
      Key.choice(
          "store.durability",
          "process",
          "Durability that the store's servers are configured for; set `power_cut` if all"
              + " of them sync every write.",
          "process",
          "power_cut");

  private StoreKeys() {}
}
