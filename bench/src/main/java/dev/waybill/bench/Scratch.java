package dev.waybill.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/// Temporary directories for stores on the measured disk; deleted on close.
public final class Scratch implements AutoCloseable {

  private final Path root;
  private final AtomicInteger count = new AtomicInteger();

  Scratch(Path root) {
    this.root = root.toAbsolutePath();
    delete(this.root);
  }

  public Path next(String name) {
    try {
      return Files.createDirectories(root.resolve(name + "-" + count.incrementAndGet()));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  public static void delete(Path folder) {
    try {
      for (Path path : tree(folder)) {
        Files.deleteIfExists(path);
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  public static long bytes(Path folder) {
    return tree(folder).stream().filter(Files::isRegularFile).mapToLong(Scratch::size).sum();
  }

  /// Deepest first.
  private static List<Path> tree(Path folder) {
    if (!Files.exists(folder)) {
      return List.of();
    }
    try (Stream<Path> paths = Files.walk(folder)) {
      return paths.sorted(Comparator.reverseOrder()).toList();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (NoSuchFileException gone) {
      return 0;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  @Override
  public void close() {
    delete(root);
  }
}
