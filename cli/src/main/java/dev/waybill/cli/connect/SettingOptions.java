package dev.waybill.cli.connect;

import dev.waybill.server.config.Config;
import dev.waybill.server.config.ConfigReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options that name any setting of a server.
public final class SettingOptions {

  private static final Path USUAL = Path.of("waybill.yaml");

  @Option(
      names = "--config",
      paramLabel = "FILE",
      defaultValue = "${env:WAYBILL_CONFIG}",
      description = "A YAML file (default: $WAYBILL_CONFIG, or waybill.yaml if it exists).")
  private @Nullable Path file;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "Any other setting, such as log.format=json.")
  private Map<String, String> others = Map.of();

  /// @param flags settings that have an option of their own; they win
  public Config read(Map<String, String> flags) {
    Map<String, String> all = new HashMap<>(others);
    all.putAll(flags);
    return ConfigReader.read(file(), System.getenv(), all);
  }

  private @Nullable Path file() {
    return file != null || !Files.exists(USUAL) ? file : USUAL;
  }
}
