package dev.waybill.engine;

import dev.waybill.Code;
import dev.waybill.Settings;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.spi.Backend;
import dev.waybill.spi.BackendProvider;
import dev.waybill.spi.Provisioned;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;

/// Opens an engine over whichever backend on the class path knows the address.
public final class EngineOpener implements Waybill.Opener {

  /// Ids and jitter need no secret, so the cheapest source that threads do not fight over will do.
  private static final RandomGenerator RANDOM = () -> ThreadLocalRandom.current().nextLong();

  @Override
  public boolean opens(URI address) {
    return provider(address).isPresent();
  }

  @Override
  public Waybill open(URI address, Settings settings) {
    Backend backend = backend(address, settings);
    try {
      return over(backend, settings);
    } catch (RuntimeException unusable) {
      backend.close();
      throw unusable;
    }
  }

  /// The backend alone, for whoever needs its other ports, too.
  public static Backend backend(URI address, Settings settings) {
    return requiredProvider(address).open(address, settings);
  }

  /// What the backend needs at its servers; see [BackendProvider#provision].
  public static List<Provisioned> provision(URI address, boolean create) {
    return requiredProvider(address).provision(address, create);
  }

  /// An engine that owns this backend from now on.
  public static Engine over(Backend backend, Settings settings) {
    return new Engine(backend, settings, RANDOM);
  }

  private static BackendProvider requiredProvider(URI address) {
    return provider(address)
        .orElseThrow(() -> new WaybillException(Code.INVALID_ARGUMENT, missing(address)));
  }

  private static Optional<BackendProvider> provider(URI address) {
    return ServiceLoader.load(BackendProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(provider -> provider.opens(address))
        .findFirst();
  }

  private static String missing(URI address) {
    return "no backend on the class path opens "
        + address.getScheme()
        + ":; add the module of the backend that does, such as waybill-embedded for a folder";
  }
}
