package dev.waybill.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A file for one input after the other, deleted when the JVM ends.
final class TemporaryFile {

  private final Path path;

  /// @param ending of its name
  TemporaryFile(String ending) {
    try {
      path = Files.createTempFile("waybill-fuzz", ending);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    path.toFile().deleteOnExit();
  }

  Path with(byte[] content) {
    try {
      return Files.write(path, content);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
