package dev.waybill.conformance;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// The programs of PostgreSQL and a directory for one server, both within reach of the user that
/// they run as.
final class PostgresFiles {

  /// The user that owns nothing, on every Linux.
  private static final String NOBODY = "65534";

  private static final boolean ROOT = "root".equals(System.getProperty("user.name"));

  private final Path folder;
  private final Path programs;

  PostgresFiles(Path programs) {
    try {
      folder = Files.createTempDirectory("waybill-postgres");
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    give();
    this.programs = isReachable(programs) ? programs : copy(programs);
  }

  Path folder() {
    return folder;
  }

  Path data() {
    return folder.resolve("data");
  }

  /// Creates a database cluster.
  void initialize(String user, String password) {
    try {
      Path secret = Files.writeString(folder.resolve("password"), password);
      give();
      List<String> options =
          List.of(
              ("-E UTF8 --locale=C --no-sync --no-instructions --auth=scram-sha-256 -U " + user)
                  .split(" "));
      List<String> all = new ArrayList<>(options);
      all.addAll(List.of("--pwfile", secret.toString(), "-D", data().toString()));
      check(start("initdb", all), "initdb");
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /// A copy of a file that only the server can read; returns its path.
  String add(String name, Path source) {
    try {
      Path copy = Files.copy(source, folder.resolve(name));
      Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString("rw-------"));
      give();
      return copy.toString();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /// The files of a standby: a copy of the database cluster, whose server must not run.
  PostgresFiles standby() {
    PostgresFiles copy = new PostgresFiles(programs);
    run(folder, "cp", "-R", data().toString(), copy.data().toString());
    try {
      Files.createFile(copy.data().resolve("standby.signal"));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    copy.give();
    return copy;
  }

  Process start(String program, List<String> arguments) {
    try {
      return command(program, arguments)
          .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve("log").toFile()))
          .start();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /// Runs a program and returns what it prints.
  String output(String program, String... arguments) {
    try {
      Process started = command(program, List.of(arguments)).start();
      started.getOutputStream().close();
      return new String(started.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private ProcessBuilder command(String program, List<String> arguments) {
    List<String> command = new ArrayList<>(unprivileged());
    command.add(programs.resolve(program).toString());
    command.addAll(arguments);
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
    builder.environment().put("LD_LIBRARY_PATH", libraries());
    return builder;
  }

  /// Libraries that the machine does not have are beside the programs.
  private String libraries() {
    Path lib = programs.resolveSibling("usr").resolve("lib");
    if (!Files.isDirectory(lib)) {
      return "";
    }
    try (Stream<Path> folders = Files.list(lib)) {
      return String.join(
          ":", folders.map(Path::toString).filter(name -> name.contains("-linux-")).toList());
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  String log() {
    try {
      return Files.readString(folder.resolve("log"));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  void delete() {
    delete(folder);
  }

  static void delete(Path folder) {
    try (Stream<Path> all = Files.walk(folder)) {
      all.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static List<String> unprivileged() {
    return ROOT
        ? List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups", "--")
        : List.of();
  }

  private void give() {
    if (ROOT) {
      run(folder, "chown", "-R", NOBODY + ":" + NOBODY, folder.toString());
    }
  }

  /// False in a checkout below a directory of root, such as its home directory.
  private boolean isReachable(Path bin) {
    List<String> test = new ArrayList<>(unprivileged());
    test.addAll(List.of("test", "-x", bin.resolve("postgres").toString()));
    return code(folder, test.toArray(String[]::new)) == 0;
  }

  private Path copy(Path bin) {
    Path server = folder.resolve("server");
    run(folder, "cp", "-R", String.valueOf(bin.getParent()), server.toString());
    give();
    return server.resolve("bin");
  }

  static void run(Path folder, String... command) {
    int code = code(folder, command);
    if (code != 0) {
      throw new IllegalStateException(String.join(" ", command) + " ended with " + code);
    }
  }

  private static int code(Path folder, String... command) {
    try {
      return ended(
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start());
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private void check(Process started, String program) {
    if (ended(started) != 0) {
      throw new IllegalStateException(program + " failed:\n" + log());
    }
  }

  private static int ended(Process process) {
    try {
      return process.waitFor();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", interrupted);
    }
  }
}
