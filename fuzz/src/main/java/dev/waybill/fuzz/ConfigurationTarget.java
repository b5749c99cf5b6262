package dev.waybill.fuzz;

import dev.waybill.server.config.Config;
import dev.waybill.server.config.ConfigException;
import dev.waybill.server.config.ConfigReader;
import dev.waybill.server.config.ConfiguredStore;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// The configuration of a server: a YAML file, and environment variables one per line. Variables
/// that name a file are left out, because they could name any file on the machine.
final class ConfigurationTarget implements FuzzTarget {

  private final TemporaryFile file = new TemporaryFile(".yaml");

  @Override
  public void accept(byte[] input) {
    List<byte[]> parts = Input.parts(input, 2);
    Path yaml = file.with(parts.get(0));
    Map<String, String> environment = Input.pairs(parts.get(1), "=");
    environment.keySet().removeIf(name -> name.endsWith("_FILE"));
    try {
      Config config = ConfigReader.read(yaml, environment, Map.of());
      config.explained();
      ConfiguredStore.of(config).address();
    } catch (ConfigException refused) {
      requireProblems(refused);
    }
  }

  private static void requireProblems(ConfigException refused) {
    if (refused.problems().isEmpty()) {
      throw new IllegalStateException("refused without a reason", refused);
    }
  }
}
