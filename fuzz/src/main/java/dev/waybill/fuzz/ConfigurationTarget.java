package dev.waybill.fuzz;

import dev.waybill.server.config.Config;
import dev.waybill.server.config.ConfigException;
import dev.waybill.server.config.ConfigReader;
import dev.waybill.server.config.ConfiguredStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// The configuration of a server: a YAML file, and environment variables one per line. Variables
/// that name a file are left out, because they could name any file on the machine.
final class ConfigurationTarget implements FuzzTarget {

  private final Path file = temporaryFile();

  @Override
  public void accept(byte[] input) {
    List<byte[]> parts = Input.parts(input, 2);
    write(parts.get(0));
    Map<String, String> environment = Input.pairs(parts.get(1), "=");
    environment.keySet().removeIf(name -> name.endsWith("_FILE"));
    try {
      Config config = ConfigReader.read(file, environment, Map.of());
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

  private void write(byte[] yaml) {
    try {
      Files.write(file, yaml);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static Path temporaryFile() {
    try {
      Path file = Files.createTempFile("waybill-fuzz", ".yaml");
      file.toFile().deleteOnExit();
      return file;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
