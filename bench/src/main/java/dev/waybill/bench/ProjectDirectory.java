package dev.waybill.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/// The directory of the project, for scripts and for programs that they fetch.
public final class ProjectDirectory {

  private ProjectDirectory() {}

  /// The directory that has this file. Tests run in the directory of their module.
  public static Path with(String file) {
    String launcher = System.getProperty("waybill.launcher", "");
    Stream<Path> known =
        launcher.isEmpty() ? Stream.of() : Stream.of(Path.of(launcher).toAbsolutePath());
    return Stream.concat(known.map(Path::getParent), Stream.of(Path.of("."), Path.of("..")))
        .filter(folder -> Files.exists(folder.resolve(file)))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException(file + " is not found"))
        .toAbsolutePath()
        .normalize();
  }
}
