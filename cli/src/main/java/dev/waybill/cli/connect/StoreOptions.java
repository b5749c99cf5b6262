package dev.waybill.cli.connect;

import dev.waybill.Code;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.server.AddressFile;
import dev.waybill.settings.ConnectSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The options that choose the store: a server, or a data directory of this machine. If a server
/// has the directory open, the command connects to that server.
public final class StoreOptions {

  private static final Path DEFAULT = Path.of("waybill-data");
  private static final Duration SHORT_RETRY = Duration.ofSeconds(5);

  @Mixin private final ServerOption server = new ServerOption();

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "The data directory (default: waybill-data).")
  private @Nullable Path named;

  /// Opens an existing store. Does not create a directory, and gives up after a few seconds if the
  /// server does not answer.
  public Waybill open() {
    return open(ConnectSettings.DEFAULT.withRetryFor(SHORT_RETRY));
  }

  /// Opens an existing store for a command that runs for a long time and continues after a restart
  /// of the server.
  public Waybill openLongRunning() {
    return open(ConnectSettings.DEFAULT);
  }

  public Waybill openOrCreate() {
    return openOrCreate(ConnectSettings.DEFAULT);
  }

  /// Connects to a running server. Without one, the command would lock the data directory, and no
  /// server could start.
  public Waybill openServer() {
    return server.connect(ConnectSettings.DEFAULT).orElseGet(this::openServerOfDirectory);
  }

  private Waybill openServerOfDirectory() {
    return findServerOfDirectory().orElseThrow(this::noServer);
  }

  /// As [#openServer]; empty if no server is named and none uses the data directory.
  public Optional<Waybill> findServer() {
    return server.connect(ConnectSettings.DEFAULT).or(this::findServerOfDirectory);
  }

  private Optional<Waybill> findServerOfDirectory() {
    if (AddressFile.in(dataDirectory()).read().isPresent()) {
      // left behind by a server that was killed, unless the directory is in use
      try (Waybill _ = Waybill.open(dataDirectory())) {
        return Optional.empty();
      } catch (WaybillException refused) {
        return Optional.of(connectBehind(refused, dataDirectory(), ConnectSettings.DEFAULT));
      }
    }
    return Optional.empty();
  }

  /// Creates a data directory only if `--data` names it.
  public Waybill openToAdd() {
    if (server.named().isEmpty() && named == null && !Files.isDirectory(dataDirectory())) {
      throw noServer();
    }
    return openOrCreate();
  }

  private WaybillException noServer() {
    return new WaybillException(
        Code.NOT_FOUND,
        "no server is running on the data directory "
            + dataDirectory()
            + "; start one with: waybill serve"
            + (named == null ? "" : " --data " + named)
            + "; or name another data directory with --data, or a server with --server");
  }

  private Waybill open(ConnectSettings settings) {
    if (server.named().isEmpty()) {
      requireDirectory(dataDirectory());
    }
    return openOrCreate(settings);
  }

  private Waybill openOrCreate(ConnectSettings settings) {
    return server.connect(settings).orElseGet(() -> openDirectory(settings));
  }

  private Waybill openDirectory(ConnectSettings settings) {
    try {
      return Waybill.open(dataDirectory());
    } catch (WaybillException refused) {
      return connectBehind(refused, dataDirectory(), settings);
    }
  }

  /// Connects to the server that has the directory open; throws the refusal if there is no such
  /// server.
  public static Waybill connectBehind(
      WaybillException refused, Path directory, ConnectSettings settings) {
    if (refused.code() != Code.STORE_LOCKED) {
      throw refused;
    }
    String address = AddressFile.in(directory).read().orElseThrow(() -> refused);
    return ServerOption.connectFound(address, settings);
  }

  /// The options that another command needs to use the same store.
  public String flags() {
    return server
        .named()
        .map(url -> " --server " + url)
        .orElseGet(() -> named == null ? "" : " --data " + named);
  }

  public static void requireDirectory(Path directory) {
    if (!Files.isDirectory(directory)) {
      throw new WaybillException(
          Code.NOT_FOUND,
          "no data directory at "
              + directory
              + "; name one with --data, or a server with --server");
    }
  }

  /// The directory of `--data`.
  public Optional<Path> namedDirectory() {
    return Optional.ofNullable(named);
  }

  public Path dataDirectory() {
    return named == null ? DEFAULT : named;
  }
}
