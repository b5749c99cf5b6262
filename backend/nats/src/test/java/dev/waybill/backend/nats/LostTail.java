package dev.waybill.backend.nats;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/// A power cut after which the broker has lost its latest writes, although it has acknowledged
/// them.
record LostTail(NatsServer server) {

  static LostTail of(NatsServer server) {
    return new LostTail(server);
  }

  /// Lets the broker lose everything that it stores during these actions.
  void during(Runnable actions) {
    Path store = server.folder().resolve("store");
    Path copy = server.folder().resolve("before");
    server.stop();
    copy(store, copy);
    server.restart();
    actions.run();
    server.kill();
    delete(store);
    copy(copy, store);
    delete(copy);
    server.restart();
  }

  private static void copy(Path from, Path to) {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file)));
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static void delete(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
