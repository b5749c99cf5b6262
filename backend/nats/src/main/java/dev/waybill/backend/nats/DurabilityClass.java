package dev.waybill.backend.nats;

import dev.waybill.Capabilities.Durability;
import dev.waybill.backend.support.SideBySide;
import io.nats.client.api.StorageType;
import io.nats.client.api.StreamConfiguration;

/// The durability of a write that this NATS has acknowledged. Servers do not tell clients when they
/// sync to disk; their default is every two minutes.
///
/// @param reason why the durability is not higher
record DurabilityClass(Durability durability, String reason) {

  /// Older servers could lose a whole stream after `kill -9`.
  static final String TRUSTED_SINCE = "2.10.23";

  /// @param allOnFile whether every stream is stored on file
  /// @param trusted whether the server is [#TRUSTED_SINCE] or newer
  /// @param syncsAlways whether the configuration says that servers sync before they answer
  static DurabilityClass of(boolean allOnFile, boolean trusted, boolean syncsAlways) {
    if (!allOnFile) {
      return new DurabilityClass(Durability.MEMORY, "a stream is stored in memory");
    }
    if (!syncsAlways) {
      return new DurabilityClass(
          Durability.PROCESS,
          "the configuration does not say that the servers have sync_interval: always");
    }
    if (!trusted) {
      return new DurabilityClass(Durability.PROCESS, "the server is older than " + TRUSTED_SINCE);
    }
    return new DurabilityClass(Durability.POWER_CUT, "the servers sync before they answer");
  }

  static DurabilityClass of(NatsLink link) {
    boolean allOnFile =
        SideBySide.ask(NatsLayout.streams(), stream -> storage(link, stream)).stream()
            .allMatch(storage -> storage == StorageType.File);
    return of(allOnFile, link.serverIsAtLeast(TRUSTED_SINCE), link.config().syncsAlways());
  }

  private static StorageType storage(NatsLink link, StreamConfiguration stream) {
    return NatsErrors.told(
        "read how streams are stored",
        () ->
            link.management().getStreamInfo(stream.getName()).getConfiguration().getStorageType());
  }
}
