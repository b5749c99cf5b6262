package dev.waybill.backend.embedded.log;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Syncs directories: a name in a directory is durable only after a sync of the directory.
public final class Directories {

  private Directories() {}

  /// Makes the names in a directory durable. An interrupt neither stops it nor is lost.
  public static void syncDirectory(Path directory) throws IOException {
    boolean interrupted = false;
    try {
      while (!syncedUninterrupted(directory)) {
        interrupted = true;
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /// Clears the interrupt if it returns false: only a channel can open a directory, and a channel
  /// is closed by an interrupt.
  private static boolean syncedUninterrupted(Path directory) throws IOException {
    if (Thread.interrupted()) {
      return false;
    }
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
      return true;
    } catch (ClosedByInterruptException interrupt) {
      return false;
    }
  }
}
