package dev.waybill.cli;

import dev.waybill.Settings;
import dev.waybill.Waybill;
import dev.waybill.server.auth.AccessKeys;
import dev.waybill.spi.Backend;
import java.util.function.Function;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Where the keys are, and whose are meant.
final class KeyStore {

  @Option(
      names = "--tenant",
      paramLabel = "NAME",
      description = "Whose keys (default: ${DEFAULT-VALUE}).")
  private String tenant = Waybill.DEFAULT_TENANT;

  @Mixin private final Place place = new Place();

  String tenant() {
    return tenant;
  }

  <T> T ask(Function<AccessKeys, T> question) {
    return ask(place.openBackend(), question);
  }

  /// Makes the folder where there is none: the first key may come before the first server.
  <T> T askOrCreate(Function<AccessKeys, T> question) {
    return ask(place.openOrCreateBackend(), question);
  }

  private static <T> T ask(Backend store, Function<AccessKeys, T> question) {
    try (store) {
      return question.apply(new AccessKeys(store.ledger(), Settings.DEFAULT.clock()));
    }
  }
}
