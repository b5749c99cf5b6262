package dev.waybill.engine;

import dev.waybill.Code;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Backend;
import dev.waybill.spi.BackendProvider;
import dev.waybill.spi.OpenCatalog;
import dev.waybill.spi.Provisioned;
import dev.waybill.spi.StoreAddress;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;

/// Opens an engine on the backend that supports the address.
public final class EngineOpener implements Waybill.Opener {

  /// IDs and jitter need no secure randomness, so this uses the source with the least contention.
  private static final RandomGenerator RANDOM = () -> ThreadLocalRandom.current().nextLong();

  @Override
  public boolean opens(URI address) {
    return provider(StoreAddress.of(address)).isPresent();
  }

  @Override
  public Waybill open(URI address, Settings settings) {
    return openAt(StoreAddress.of(address), settings);
  }

  /// An engine over the store at an address.
  public static Engine openAt(StoreAddress address, Settings settings) {
    Backend backend = backend(address, settings);
    try {
      return over(backend, settings);
    } catch (RuntimeException unusable) {
      backend.close();
      throw unusable;
    }
  }

  /// The backend alone, for callers that need its other ports.
  public static Backend backend(URI address, Settings settings) {
    return backend(StoreAddress.of(address), settings);
  }

  public static Backend backend(StoreAddress address, Settings settings) {
    return requiredProvider(address).open(address, settings);
  }

  /// The store at one address with the search index at another. Closing it closes both.
  public static Backend backend(StoreAddress store, StoreAddress index, Settings settings) {
    OpenCatalog catalog =
        requiredProvider(index)
            .openCatalog(index, settings)
            .orElseThrow(
                () ->
                    new WaybillException(
                        Code.INVALID_ARGUMENT, "a search index cannot be at " + index));
    try {
      return new StoreWithCatalog(backend(store, settings), catalog);
    } catch (RuntimeException unusable) {
      catalog.close();
      throw unusable;
    }
  }

  /// The resources of the backend on its servers; see [BackendProvider#provision].
  public static List<Provisioned> provision(StoreAddress address, boolean create) {
    return requiredProvider(address).provision(address, create);
  }

  /// An engine that takes ownership of this backend.
  public static Engine over(Backend backend, Settings settings) {
    return new Engine(backend, settings, RANDOM);
  }

  private static BackendProvider requiredProvider(StoreAddress address) {
    BackendProvider provider =
        provider(address)
            .orElseThrow(() -> new WaybillException(Code.INVALID_ARGUMENT, missing(address)));
    address.requireKnown(provider.keys());
    return provider;
  }

  private static Optional<BackendProvider> provider(StoreAddress address) {
    return BackendProvider.all().stream()
        .filter(provider -> provider.schemes().contains(address.scheme()))
        .findFirst();
  }

  private static String missing(StoreAddress address) {
    return "no backend on the class path opens "
        + address.scheme()
        + ":; add the module of the backend that does";
  }
}
