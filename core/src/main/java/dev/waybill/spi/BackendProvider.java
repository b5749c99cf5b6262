package dev.waybill.spi;

import dev.waybill.settings.Settings;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;

/// How backends are found: one implementation per backend, by `ServiceLoader`.
public interface BackendProvider {

  /// The backends on the class path.
  static List<BackendProvider> all() {
    return ServiceLoader.load(BackendProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .toList();
  }

  /// Its name in configurations and answers.
  String name();

  /// The schemes of its addresses; [StoreAddress#DIRECTORY] if the store is a directory.
  Set<String> schemes();

  /// What can be configured for this backend; the names begin with `store.`.
  default List<Key<?>> keys() {
    return List.of();
  }

  /// Refuses an address that cannot be used, before anything is opened.
  default void check(StoreAddress address) {}

  Backend open(StoreAddress address, Settings settings);

  /// What the backend needs at its servers, each thing as it was found; what is missing is made
  /// where `create` says so. Never changes what is there. Empty for a backend without servers.
  default List<Provisioned> provision(StoreAddress address, boolean create) {
    return List.of();
  }
}
