package dev.waybill.runner;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Optional programs of the system that the runner uses.
///
/// @param setsid starts a program in its own session
/// @param kill sends a signal to a whole group
/// @param script runs a program on a terminal
/// @param shell runs the guard that outlives the worker
/// @param stty sets the size of a terminal
record SystemTools(
    @Nullable Path setsid,
    @Nullable Path kill,
    @Nullable Path script,
    @Nullable Path shell,
    @Nullable Path stty) {

  private static final List<String> FOLDERS = List.of("/usr/bin", "/bin");

  static final SystemTools NONE = new SystemTools(null, null, null, null, null);

  static SystemTools find() {
    return new SystemTools(tool("setsid"), tool("kill"), tool("script"), tool("sh"), tool("stty"));
  }

  /// True if a process can have its own group that can be ended as a whole.
  boolean canGroup() {
    return setsid != null && kill != null && ProcessTable.isReadable();
  }

  /// Finds a command: a path relative to a directory, or a name on the PATH of the worker. A job
  /// cannot change this PATH; otherwise a name would not identify a program. Relative entries of
  /// PATH are ignored: they would depend on the directory.
  static Optional<Path> locate(String command, Path folder) {
    return locate(command, folder, Objects.requireNonNullElse(System.getenv("PATH"), ""));
  }

  static Optional<Path> locate(String command, Path folder, String path) {
    Stream<Path> candidates =
        command.contains("/")
            ? Stream.of(folder.resolve(command).toAbsolutePath())
            : Stream.of(path.split(File.pathSeparator, -1))
                .filter(some -> some.startsWith("/"))
                .map(some -> Path.of(some, command));
    return candidates.filter(SystemTools::canRun).findFirst();
  }

  private static @Nullable Path tool(String name) {
    return FOLDERS.stream()
        .map(folder -> Path.of(folder, name))
        .filter(SystemTools::canRun)
        .findFirst()
        .orElse(null);
  }

  private static boolean canRun(Path file) {
    return Files.isRegularFile(file) && Files.isExecutable(file);
  }
}
