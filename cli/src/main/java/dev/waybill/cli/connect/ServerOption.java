package dev.waybill.cli.connect;

import dev.waybill.Code;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.settings.ConnectSettings;
import dev.waybill.tracing.Traceparent;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options that name a server. Connects to servers with the credentials of the environment.
public final class ServerOption {

  @Option(
      names = "--server",
      paramLabel = "URL",
      defaultValue = "${env:WAYBILL_URL}",
      description = "The server to talk to (default: $WAYBILL_URL, or that of the data directory).")
  private @Nullable String server;

  @Option(
      names = "--allow-http",
      description = "Send WAYBILL_KEY to another machine over unencrypted http.")
  private boolean plainHttp;

  Optional<String> named() {
    return Optional.ofNullable(server);
  }

  /// Connects to the server of `--server`, if it is given.
  public Optional<Waybill> connect(ConnectSettings settings) {
    return named()
        .map(
            text -> {
              URI address = address(text);
              ServerKeys.requireSafe(address, key(), plainHttp);
              return connect(address, settings);
            });
  }

  /// Connects to a server whose address was found in a data directory. Everyone who can write to
  /// that directory can choose the address.
  static Waybill connectFound(String text, ConnectSettings settings) {
    URI address = address(text);
    ServerKeys.requireLocal(address, key());
    return connect(address, settings);
  }

  /// A PEM file with certificates to trust in addition to those of the JVM.
  public static @Nullable Path ca() {
    String file = System.getenv("WAYBILL_CA");
    return file == null || file.isEmpty() ? null : Path.of(file);
  }

  private static Waybill connect(URI address, ConnectSettings settings) {
    return Waybill.connect(
        address, settings.withKey(key()).withCa(ca()).withTraceparent(Traceparent::current));
  }

  private static @Nullable String key() {
    return System.getenv("WAYBILL_KEY");
  }

  private static URI address(String text) {
    try {
      return URI.create(text.contains("://") ? text : "http://" + text);
    } catch (IllegalArgumentException malformed) {
      throw new WaybillException(Code.INVALID_ARGUMENT, "not a server address: " + text, malformed);
    }
  }
}
