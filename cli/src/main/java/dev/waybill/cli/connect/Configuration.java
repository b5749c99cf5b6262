package dev.waybill.cli.connect;

import dev.waybill.server.config.Config;
import dev.waybill.server.config.ConfigReader;
import dev.waybill.server.config.Keys;
import dev.waybill.spi.Key;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options that configure a server.
public final class Configuration {

  private static final Path USUAL = Path.of("waybill.yaml");

  @Option(
      names = "--config",
      paramLabel = "FILE",
      defaultValue = "${env:WAYBILL_CONFIG}",
      description = "A YAML file (default: $WAYBILL_CONFIG, or waybill.yaml if it exists).")
  private @Nullable Path file;

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

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "Any other setting, such as log.format=json.")
  private Map<String, String> others = Map.of();

  public Config read() {
    Map<String, String> flags = new HashMap<>(others);
    put(flags, Keys.STORE_PATH, data);
    put(flags, Keys.HOST, host);
    put(flags, Keys.PORT, port);
    put(flags, Keys.GRPC_PORT, grpcPort);
    return ConfigReader.read(file(), System.getenv(), flags);
  }

  @Nullable Path file() {
    return file != null || !Files.exists(USUAL) ? file : USUAL;
  }

  private static void put(Map<String, String> flags, Key<?> key, @Nullable String value) {
    if (value != null) {
      flags.put(key.name(), value);
    }
  }
}
