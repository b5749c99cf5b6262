package dev.waybill.runner;

import dev.waybill.Payload;
import java.io.File;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;

/// The file that a process reads as standard input. The started process keeps it open, so it can be
/// deleted at once.
record StandardInput(File file, boolean isTemporary) implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(StandardInput.class.getName());
  private static final File NOTHING = new File("/dev/null");

  static StandardInput of(Payload content, Path folder) throws IOException {
    if (content.size() == 0) {
      return new StandardInput(NOTHING, false);
    }
    // Only the user of the worker can read this file.
    Path file = Files.createTempFile(folder, "stdin-", "");
    StandardInput input = new StandardInput(file.toFile(), true);
    try {
      Files.write(file, content.bytesWithoutCopy());
      return input;
    } catch (IOException full) {
      input.close();
      throw full;
    }
  }

  /// Only logs a failed deletion: the process has started and must be watched.
  @Override
  public void close() {
    if (isTemporary && !file.delete()) {
      LOG.log(Level.WARNING, "could not delete {0}", file);
    }
  }
}
