package dev.waybill.spi;

import dev.waybill.Settings;
import java.net.URI;
import java.util.List;

/// How backends are found: one implementation per backend, by `ServiceLoader`.
public interface BackendProvider {

  boolean opens(URI address);

  Backend open(URI address, Settings settings);

  /// What the backend needs at its servers, each thing as it was found; what is missing is made
  /// where `create` says so. Never changes what is there. Empty for a backend without servers.
  default List<Provisioned> provision(URI address, boolean create) {
    return List.of();
  }
}
