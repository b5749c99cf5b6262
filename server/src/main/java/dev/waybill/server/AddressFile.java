package dev.waybill.server;

import dev.waybill.base.PrivateFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// A file in the data directory with the address of the server that uses it, for processes that
/// find the directory locked. It is valid only while the directory is locked.
public final class AddressFile implements AutoCloseable {

  private final Path file;

  private AddressFile(Path file) {
    this.file = file;
  }

  public static AddressFile in(Path folder) {
    return new AddressFile(folder.resolve("server.url"));
  }

  /// Replaces the file of a server that was killed.
  void write(String address) {
    try {
      PrivateFiles.writeText(file, address + "\n");
    } catch (IOException failed) {
      throw new UncheckedIOException("could not write " + file, failed);
    }
  }

  public Optional<String> read() {
    try {
      return Files.exists(file) ? Optional.of(Files.readString(file).strip()) : Optional.empty();
    } catch (IOException unreadable) {
      return Optional.empty();
    }
  }

  @Override
  public void close() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException failed) {
      throw new UncheckedIOException("could not delete " + file, failed);
    }
  }
}
