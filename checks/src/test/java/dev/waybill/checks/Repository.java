package dev.waybill.checks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/// The files of the project, without build output.
final class Repository {

  static final Path ROOT = findRoot();

  private static final Set<String> MADE =
      Set.of("target", ".git", ".build", ".idea", "waybill-data");

  private Repository() {}

  static List<Path> files(Predicate<Path> wanted) {
    List<Path> found = new ArrayList<>();
    try {
      Files.walkFileTree(ROOT, new Collector(found, wanted));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return found;
  }

  static List<Path> filesNamed(String ending) {
    return files(file -> file.getFileName().toString().endsWith(ending));
  }

  static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String read(String name) {
    return read(ROOT.resolve(name));
  }

  static String nameOf(Path file) {
    return ROOT.relativize(file).toString();
  }

  /// Writes a report for people to the build directory of this module.
  static void report(String name, List<String> lines) {
    try {
      Path folder = Files.createDirectories(ROOT.resolve("checks/target"));
      Files.write(folder.resolve(name), lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path findRoot() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("verify"))) {
      folder = folder.getParent();
      if (folder == null) {
        throw new IllegalStateException("no folder above this one has the file verify");
      }
    }
    return folder;
  }

  private static final class Collector extends SimpleFileVisitor<Path> {
    private final List<Path> found;
    private final Predicate<Path> wanted;

    Collector(List<Path> found, Predicate<Path> wanted) {
      this.found = found;
      this.wanted = wanted;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
      return MADE.contains(folder.getFileName().toString())
          ? FileVisitResult.SKIP_SUBTREE
          : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      if (attributes.isRegularFile() && !file.endsWith(".git") && wanted.test(file)) {
        found.add(file);
      }
      return FileVisitResult.CONTINUE;
    }
  }
}
