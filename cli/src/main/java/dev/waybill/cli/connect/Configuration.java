package dev.waybill.cli.connect;

import dev.waybill.server.config.Config;
import dev.waybill.server.config.Keys;
import dev.waybill.spi.Key;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The options that configure a server.
public final class Configuration {

  @Option(names = "--data", paramLabel = "DIR", description = "The data directory: store.path.")
  private @Nullable String data;

  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      description = "The address to listen on: server.host.")
  private @Nullable String host;

  @Option(names = "--port", paramLabel = "N", description = "The HTTP port: server.port.")
  private @Nullable String port;

  @Option(names = "--grpc-port", paramLabel = "N", description = "The gRPC port: server.grpc_port.")
  private @Nullable String grpcPort;

  @Mixin private final SettingOptions others = new SettingOptions();

  public Config read() {
    Map<String, String> flags = new HashMap<>();
    put(flags, Keys.STORE_PATH, data);
    put(flags, Keys.HOST, host);
    put(flags, Keys.PORT, port);
    put(flags, Keys.GRPC_PORT, grpcPort);
    return others.read(flags);
  }

  private static void put(Map<String, String> flags, Key<?> key, @Nullable String value) {
    if (value != null) {
      flags.put(key.name(), value);
    }
  }
}
