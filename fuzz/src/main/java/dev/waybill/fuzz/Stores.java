package dev.waybill.fuzz;

import dev.waybill.Waybill;
import dev.waybill.settings.Settings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/// An embedded store in a temporary directory, deleted when the JVM exits.
final class Stores {

  private Stores() {}

  static Waybill temporary() {
    return temporary(Settings.DEFAULT);
  }

  static Waybill temporary(Settings settings) {
    try {
      Path directory = Files.createTempDirectory("waybill-fuzz");
      Waybill waybill = Waybill.open(directory, settings);
      Runtime.getRuntime().addShutdownHook(new Thread(() -> end(waybill, directory)));
      return waybill;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static void end(Waybill waybill, Path directory) {
    waybill.close();
    try (Stream<Path> files = Files.walk(directory)) {
      files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(java.io.File::delete);
    } catch (IOException left) {
      throw new UncheckedIOException(left);
    }
  }
}
