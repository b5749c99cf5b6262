package dev.waybill.cli.connect;

import dev.waybill.Code;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.server.AddressFile;
import dev.waybill.settings.ConnectSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The options that say where the jobs are: at a server, or in a data directory of this machine. If
/// a server has that directory open, it leads to the server.
public final class StoreOptions {

  private static final Path USUAL = Path.of("waybill-data");
  private static final Duration SOON = Duration.ofSeconds(5);

  @Mixin private final ServerOption server = new ServerOption();

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "The data directory (default: waybill-data).")
  private @Nullable Path named;

  /// Opens what is there; a command that only reads must not create a directory, and nobody wants
  /// to wait long for a server that does not run.
  public Waybill open() {
    return open(ConnectSettings.DEFAULT.withRetryFor(SOON));
  }

  /// The same for a command that runs for long, and over a restart of the server.
  public Waybill openForLong() {
    return open(ConnectSettings.DEFAULT);
  }

  public Waybill openOrCreate() {
    return openOrCreate(ConnectSettings.DEFAULT);
  }

  /// For a command that needs a running server: without one it would hold the data directory
  /// itself, and no server could start.
  public Waybill openServer() {
    return server.connect(ConnectSettings.DEFAULT).orElseGet(this::openServerOfFolder);
  }

  private Waybill openServerOfFolder() {
    if (AddressFile.in(folder()).read().isPresent()) {
      // left behind by a server that was killed, unless the directory is in use
      try (Waybill _ = Waybill.open(folder())) {
        throw noServer();
      } catch (WaybillException refused) {
        return connectBehind(refused, folder(), ConnectSettings.DEFAULT);
      }
    }
    throw noServer();
  }

  /// Creates a data directory only where one was named.
  public Waybill openToAdd() {
    if (server.named().isEmpty() && named == null && !Files.isDirectory(folder())) {
      throw noServer();
    }
    return openOrCreate();
  }

  private WaybillException noServer() {
    return new WaybillException(
        Code.NOT_FOUND,
        "no server is running on the data directory "
            + folder()
            + "; start one with: waybill serve"
            + (named == null ? "" : " --data " + named)
            + "; or name another data directory with --data, or a server with --server");
  }

  private Waybill open(ConnectSettings settings) {
    if (server.named().isEmpty()) {
      requireFolder(folder());
    }
    return openOrCreate(settings);
  }

  private Waybill openOrCreate(ConnectSettings settings) {
    return server.connect(settings).orElseGet(() -> openFolder(settings));
  }

  private Waybill openFolder(ConnectSettings settings) {
    try {
      return Waybill.open(folder());
    } catch (WaybillException refused) {
      return connectBehind(refused, folder(), settings);
    }
  }

  /// Connects to the server that has the directory open; throws the refusal if there is none.
  public static Waybill connectBehind(
      WaybillException refused, Path folder, ConnectSettings settings) {
    if (refused.code() != Code.STORE_LOCKED) {
      throw refused;
    }
    String address = AddressFile.in(folder).read().orElseThrow(() -> refused);
    return ServerOption.connectFound(address, settings);
  }

  /// What another command needs to find the same jobs, to be put behind it.
  public String flags() {
    return server
        .named()
        .map(url -> " --server " + url)
        .orElseGet(() -> named == null ? "" : " --data " + named);
  }

  public static void requireFolder(Path folder) {
    if (!Files.isDirectory(folder)) {
      throw new WaybillException(
          Code.NOT_FOUND,
          "no data directory at " + folder + "; name one with --data, or a server with --server");
    }
  }

  public Path folder() {
    return named == null ? USUAL : named;
  }
}
