package dev.waybill.backend.postgres;

import dev.waybill.conformance.FreePort;
import dev.waybill.conformance.PostgresServer;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// A PgBouncer before a PostgreSQL server. It pools transactions: each of them may get another
/// session.
final class PgBouncer implements AutoCloseable {

  private static final String NOBODY = "65534";

  private final int port = FreePort.next();
  private final PostgresServer server;
  private final Path folder;
  private final Process process;

  PgBouncer(PostgresServer server) {
    this.server = server;
    try {
      folder = Files.createTempDirectory("waybill-pgbouncer");
      write();
      process = start();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  String url(String database) {
    return server.url(database).replace(":" + server.port() + "/", ":" + port + "/");
  }

  private void write() throws IOException {
    Path users =
        Files.writeString(
            folder.resolve("users"),
            "\"%s\" \"%s\"%n".formatted(PostgresServer.USER, PostgresServer.PASSWORD));
    Files.writeString(
        folder.resolve("pgbouncer.ini"),
        """
        [databases]
        * = host=127.0.0.1 port=%d
        [pgbouncer]
        listen_addr = 127.0.0.1
        listen_port = %d
        unix_socket_dir =
        auth_type = trust
        auth_file = %s
        pool_mode = transaction
        default_pool_size = 3
        ignore_startup_parameters = extra_float_digits
        """
            .formatted(server.port(), port, users));
    if (isRoot()) {
      new ProcessBuilder("chown", "-R", NOBODY + ":" + NOBODY, folder.toString())
          .start()
          .onExit()
          .join();
    }
  }

  private static boolean isRoot() {
    return "root".equals(System.getProperty("user.name"));
  }

  private Process start() throws IOException {
    Path programs = programs();
    List<String> command = new ArrayList<>();
    if (isRoot()) {
      command.addAll(
          List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups", "--"));
    }
    command.add(programs.resolve("usr/sbin/pgbouncer").toString());
    command.add(folder.resolve("pgbouncer.ini").toString());
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").toFile());
    try (Stream<Path> all = Files.list(programs.resolve("usr/lib"))) {
      builder
          .environment()
          .put("LD_LIBRARY_PATH", String.join(":", all.map(Path::toString).toList()));
    }
    return builder.start();
  }

  private static Path programs() {
    return Stream.of(".build/tools", "../.build/tools", "../../.build/tools")
        .map(tools -> Path.of(tools).resolve("pgbouncer").toAbsolutePath().normalize())
        .filter(Files::isDirectory)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "PgBouncer is not in .build/tools; ./verify or scripts/fetch-pgbouncer.sh"
                        + " fetches it"));
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
    try (Stream<Path> all = Files.walk(folder)) {
      all.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
