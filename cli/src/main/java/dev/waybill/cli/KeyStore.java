package dev.waybill.cli;

import dev.waybill.Code;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.spi.Backend;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Where the keys are, and whose are meant.
final class KeyStore {

  @Option(
      names = "--tenant",
      paramLabel = "NAME",
      description = "Whose keys (default); a server takes that of the key in $WAYBILL_KEY.")
  private @Nullable String tenant;

  @Mixin private final Place place = new Place();

  String tenant() {
    return tenant == null ? Waybill.DEFAULT_TENANT : tenant;
  }

  <T> T ask(Function<KeyDesk, T> question) {
    return ask(place::openBackend, question);
  }

  /// Makes the folder where there is none: the first key may come before the first server.
  <T> T askOrCreate(Function<KeyDesk, T> question) {
    return ask(place::openOrCreateBackend, question);
  }

  private <T> T ask(Supplier<Backend> opening, Function<KeyDesk, T> question) {
    Optional<ServerCalls> named = place.namedServer();
    if (named.isPresent()) {
      return askServer(named.get(), question);
    }
    try (Backend store = opening.get()) {
      return question.apply(new KeyDesk.InStore(store, tenant()));
    } catch (WaybillException refused) {
      return askServer(place.serverBehind(refused), question);
    }
  }

  private <T> T askServer(ServerCalls server, Function<KeyDesk, T> question) {
    if (tenant != null) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT,
          "a server is open, and takes the tenant of the key in $WAYBILL_KEY; leave --tenant out");
    }
    return question.apply(new KeyDesk.AtServer(server));
  }
}
