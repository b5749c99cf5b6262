package dev.waybill.spi;

import dev.waybill.settings.Settings;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;

/// A backend, found with `ServiceLoader`.
public interface BackendProvider {

  /// The backends on the class path.
  static List<BackendProvider> all() {
    return ServiceLoader.load(BackendProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .toList();
  }

  /// Its name in configuration and in answers.
  String name();

  /// Other names of it in configuration.
  default Set<String> aliases() {
    return Set.of();
  }

  /// The address that is used if the configuration names the backend and no address.
  default Optional<URI> standardUrl() {
    return Optional.empty();
  }

  /// The schemes of its addresses; [StoreAddress#DIRECTORY] if the store is a directory.
  Set<String> schemes();

  /// The settings of this backend; their names begin with `store.`.
  default List<Key<?>> keys() {
    return List.of();
  }

  /// Refuses an address that cannot be used, before the store is opened.
  default void check(StoreAddress address) {}

  Backend open(StoreAddress address, Settings settings);

  /// Opens only the search index, for a deployment whose store is another one. Empty if this
  /// backend has none to offer.
  default Optional<OpenCatalog> openCatalog(StoreAddress address, Settings settings) {
    return Optional.empty();
  }

  /// The resources that the backend needs on its servers, with their state. Creates missing ones if
  /// `create` is set; never changes existing ones. Empty for a backend without servers.
  default List<Provisioned> provision(StoreAddress address, boolean create) {
    return List.of();
  }
}
