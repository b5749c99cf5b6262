package dev.waybill.backend.nats;

import dev.waybill.Capabilities.Durability;
import io.nats.client.JetStreamApiException;
import io.nats.client.api.StorageType;
import io.nats.client.api.StreamConfiguration;
import java.io.IOException;

/// What an acknowledgement of this NATS is worth. Servers do not tell clients when they sync to
/// disk, and without a word from the operator they do so every two minutes.
///
/// @param reason why it is no more than that
record DurabilityClass(Durability durability, String reason) {

  /// Before it, a server could forget a whole stream at `kill -9`.
  static final String TRUSTED_SINCE = "2.10.23";

  /// @param allOnFile whether every stream is stored on file
  /// @param trusted whether the server is [#TRUSTED_SINCE] or newer
  /// @param syncsAlways whether the operator says that it syncs before it answers
  static DurabilityClass of(boolean allOnFile, boolean trusted, boolean syncsAlways) {
    if (!allOnFile) {
      return new DurabilityClass(Durability.MEMORY, "a stream is stored in memory");
    }
    if (!syncsAlways) {
      return new DurabilityClass(
          Durability.PROCESS, "nobody said that the servers have sync_interval: always");
    }
    if (!trusted) {
      return new DurabilityClass(Durability.PROCESS, "the server is older than " + TRUSTED_SINCE);
    }
    return new DurabilityClass(Durability.POWER_CUT, "the servers sync before they answer");
  }

  static DurabilityClass of(NatsLink link) {
    return of(
        NatsErrors.told("say how streams are stored", () -> allOnFile(link)),
        link.serverIsAtLeast(TRUSTED_SINCE),
        link.config().syncsAlways());
  }

  private static boolean allOnFile(NatsLink link) throws IOException, JetStreamApiException {
    for (StreamConfiguration stream : NatsLayout.streams()) {
      StorageType storage =
          link.management().getStreamInfo(stream.getName()).getConfiguration().getStorageType();
      if (storage != StorageType.File) {
        return false;
      }
    }
    return true;
  }
}
