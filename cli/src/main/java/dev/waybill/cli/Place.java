package dev.waybill.cli;

import dev.waybill.Code;
import dev.waybill.ConnectSettings;
import dev.waybill.Settings;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.engine.EngineOpener;
import dev.waybill.server.AddressFile;
import dev.waybill.spi.Backend;
import dev.waybill.tracing.Traceparent;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options that say where the jobs are: at a server, or in a folder of this machine. A folder
/// that a server has open leads to that server.
final class Place {

  @Option(
      names = "--server",
      paramLabel = "URL",
      defaultValue = "${env:WAYBILL_URL}",
      description = "The server to talk to (default: $WAYBILL_URL, or the data folder).")
  private @Nullable String server;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "The data folder (default: ${DEFAULT-VALUE}).")
  private Path folder = Path.of("waybill-data");

  /// Opens what is there; a command that only looks must not make a folder.
  Waybill open() {
    if (server == null) {
      requireFolder();
    }
    return openOrCreate();
  }

  Waybill openOrCreate() {
    if (server != null) {
      return connect(server);
    }
    try {
      return Waybill.open(folder);
    } catch (WaybillException refused) {
      if (refused.code() != Code.STORE_LOCKED) {
        throw refused;
      }
      return connect(AddressFile.in(folder).read().orElseThrow(() -> refused));
    }
  }

  /// The store alone, without an engine on top; there is none at a server.
  Backend openBackend() {
    requireFolder();
    return openOrCreateBackend();
  }

  Backend openOrCreateBackend() {
    return EngineOpener.backend(folder.toAbsolutePath().toUri(), Settings.DEFAULT);
  }

  private void requireFolder() {
    if (!Files.isDirectory(folder)) {
      throw new WaybillException(
          Code.NOT_FOUND,
          "no data folder at " + folder + "; name one with --data, or a server with --server");
    }
  }

  private static Waybill connect(String address) {
    ConnectSettings settings =
        ConnectSettings.DEFAULT
            .withKey(System.getenv("WAYBILL_KEY"))
            .withTraceparent(Traceparent::current);
    return Waybill.connect(address(address), settings);
  }

  private static URI address(String text) {
    try {
      return URI.create(text.contains("://") ? text : "http://" + text);
    } catch (IllegalArgumentException malformed) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT, "not the address of a server: " + text, malformed);
    }
  }

  Path folder() {
    return folder;
  }
}
