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
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options that say where the jobs are: at a server, or in a folder of this machine. A folder
/// that a server has open leads to that server.
final class Place {

  private static final Path USUAL = Path.of("waybill-data");
  private static final Duration SOON = Duration.ofSeconds(5);

  @Option(
      names = "--server",
      paramLabel = "URL",
      defaultValue = "${env:WAYBILL_URL}",
      description = "The server to talk to (default: $WAYBILL_URL, or that of the data directory).")
  private @Nullable String server;

  @Option(
      names = "--allow-http",
      description = "Send WAYBILL_KEY over plain http to another machine, readable on the way.")
  private boolean plainHttp;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "The data directory (default: waybill-data).")
  private @Nullable Path named;

  /// Opens what is there; a command that only looks must not make a folder, and nobody wants to
  /// wait long for a server that is not there.
  Waybill open() {
    return open(ConnectSettings.DEFAULT.withRetryFor(SOON));
  }

  /// The same for a command that goes on for long, and over a restart of the server.
  Waybill openForLong() {
    return open(ConnectSettings.DEFAULT);
  }

  Waybill openOrCreate() {
    return openOrCreate(ConnectSettings.DEFAULT);
  }

  /// For a command that needs a running server: without one it would hold the data directory
  /// itself, and no server could start.
  Waybill openServer() {
    if (server != null) {
      return connect(named(server), ConnectSettings.DEFAULT);
    }
    if (AddressFile.in(folder()).read().isPresent()) {
      // left behind by a server that was killed, unless the directory is in use
      try (Waybill _ = Waybill.open(folder())) {
        throw noServer();
      } catch (WaybillException refused) {
        return connect(serverBehind(refused), ConnectSettings.DEFAULT);
      }
    }
    throw noServer();
  }

  /// Creates a data directory only where one was named.
  Waybill openToAdd() {
    if (server == null && named == null && !Files.isDirectory(folder())) {
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
    if (server == null) {
      requireFolder();
    }
    return openOrCreate(settings);
  }

  private Waybill openOrCreate(ConnectSettings settings) {
    if (server != null) {
      return connect(named(server), settings);
    }
    try {
      return Waybill.open(folder());
    } catch (WaybillException refused) {
      return connect(serverBehind(refused), settings);
    }
  }

  /// The server that was asked for by name, for calls that only operators make.
  Optional<ServerCalls> namedServer() {
    return Optional.ofNullable(server).map(this::named);
  }

  /// The server that has the folder open; throws the refusal where there is none.
  ServerCalls serverBehind(WaybillException refused) {
    if (refused.code() != Code.STORE_LOCKED) {
      throw refused;
    }
    return AddressFile.in(folder()).read().map(Place::found).orElseThrow(() -> refused);
  }

  private ServerCalls named(String text) {
    ServerCalls calls = calls(text);
    ServerKeys.requireSafe(calls.address(), calls.key(), plainHttp);
    return calls;
  }

  /// Whoever can write into the folder chooses the address.
  private static ServerCalls found(String text) {
    ServerCalls calls = calls(text);
    ServerKeys.requireLocal(calls.address(), calls.key());
    return calls;
  }

  /// What another command needs to find the same jobs, to be put behind it.
  String flags() {
    if (server != null) {
      return " --server " + server;
    }
    return named == null ? "" : " --data " + named;
  }

  /// The store alone, without an engine on top; there is none at a server.
  Backend openBackend() {
    requireFolder();
    return openOrCreateBackend();
  }

  Backend openOrCreateBackend() {
    return EngineOpener.backend(folder().toAbsolutePath().toUri(), Settings.DEFAULT);
  }

  private void requireFolder() {
    if (!Files.isDirectory(folder())) {
      throw new WaybillException(
          Code.NOT_FOUND,
          "no data directory at " + folder() + "; name one with --data, or a server with --server");
    }
  }

  private static Waybill connect(ServerCalls to, ConnectSettings settings) {
    return Waybill.connect(
        to.address(),
        settings.withKey(to.key()).withCa(to.ca()).withTraceparent(Traceparent::current));
  }

  static ServerCalls calls(String address) {
    return new ServerCalls(address(address), System.getenv("WAYBILL_KEY"), ca());
  }

  /// Who vouches for the server, where the JVM does not know.
  static @Nullable Path ca() {
    String file = System.getenv("WAYBILL_CA");
    return file == null || file.isEmpty() ? null : Path.of(file);
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
    return named == null ? USUAL : named;
  }
}
