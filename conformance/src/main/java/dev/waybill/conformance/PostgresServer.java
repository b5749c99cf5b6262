package dev.waybill.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/// A real PostgreSQL server with pgvector, with its own port and directory. It can be killed,
/// stopped and started again on the same port and directory. As root it runs as an unprivileged
/// user, since PostgreSQL refuses to run as root.
public final class PostgresServer implements AutoCloseable {

  /// A superuser.
  public static final String USER = "postgres";

  public static final String PASSWORD = "a secret of tests";

  private static final Map<Release, PostgresServer> SHARED = new ConcurrentHashMap<>();
  private static final Duration START_WITHIN = Duration.ofMinutes(2);

  /// Which PostgreSQL is started.
  public enum Release {
    /// That of the distribution, which may be years old, with pgvector and all of its programs.
    DISTRIBUTION,
    /// A newer one, from a jar on the class path: only the server.
    NEWEST
  }

  private final PostgresFiles files;
  private final int port = FreePort.next();
  private final List<String> options;
  private Process process;

  /// Creates a database cluster, starts a server and waits until it takes connections. Options are
  /// settings such as `max_connections=10`.
  public PostgresServer(Release release, String... options) {
    this(initialized(release), List.of(options));
  }

  public PostgresServer(String... options) {
    this(Release.DISTRIBUTION, options);
  }

  private PostgresServer(PostgresFiles files, List<String> options) {
    this.files = files;
    this.options = options;
    this.process = run();
  }

  private static PostgresFiles initialized(Release release) {
    PostgresFiles files = new PostgresFiles(PostgresPrograms.of(release));
    files.initialize(USER, PASSWORD);
    return files;
  }

  /// A server that accepts TLS.
  public static PostgresServer withTls(Certificate certificate) {
    PostgresFiles files = initialized(Release.DISTRIBUTION);
    return new PostgresServer(
        files,
        List.of(
            "fsync=off",
            "ssl=on",
            "ssl_cert_file=" + files.add("certificate.pem", certificate.file()),
            "ssl_key_file=" + files.add("key.pem", certificate.key())));
  }

  /// A server that follows this one. This one must not run yet; start it again afterwards.
  public PostgresServer standby() {
    String primary =
        "primary_conninfo=host=127.0.0.1 port=%d user=%s password='%s'"
            .formatted(port, USER, PASSWORD);
    List<String> own = options.stream().filter(one -> !one.startsWith("synchronous_")).toList();
    return new PostgresServer(
        files.standby(), Stream.concat(own.stream(), Stream.of(primary)).toList());
  }

  /// Lets a standby take writes, as if the primary was lost for good.
  public void promote() {
    psql("postgres", "select pg_promote()");
  }

  /// One server for all tests of this process, without syncs. It ends with the process.
  public static PostgresServer shared() {
    return shared(Release.DISTRIBUTION);
  }

  public static PostgresServer shared(Release release) {
    return SHARED.computeIfAbsent(release, PostgresServer::started);
  }

  private static PostgresServer started(Release release) {
    PostgresServer server = new PostgresServer(release, "fsync=off");
    Runtime.getRuntime().addShutdownHook(new Thread(server::close));
    return server;
  }

  public int port() {
    return port;
  }

  /// With the user and password of the superuser, of which a URL has to escape the spaces.
  public String url(String database) {
    return url(USER, PASSWORD, database);
  }

  public String url(String user, String password, String database) {
    return "postgres://%s:%s@127.0.0.1:%d/%s"
        .formatted(user, password.replace(" ", "%20"), port, database);
  }

  /// What `psql` prints for a command, errors included.
  public String psql(String database, String command) {
    return files.output("psql", "-X", "-A", "-t", "-d", url(database), "-c", command);
  }

  /// Stops it without a checkpoint, as in an emergency: it recovers when it starts again.
  public void stopAtOnce() {
    PostgresFiles.run(files.folder(), "kill", "-QUIT", String.valueOf(process.pid()));
    end(process);
  }

  /// Kills all processes of the server as `kill -9` does.
  public void kill() {
    List<ProcessHandle> all =
        Stream.concat(process.descendants(), Stream.of(process.toHandle())).toList();
    end(process.destroyForcibly());
    all.forEach(ProcessHandle::destroyForcibly);
    all.forEach(one -> one.onExit().join());
  }

  /// Stops it as an operator does: open transactions are rolled back, connections are closed.
  public void stop() {
    PostgresFiles.run(files.folder(), "kill", "-INT", String.valueOf(process.pid()));
    end(process);
  }

  /// Starts it again with the data of the previous process.
  public void restart() {
    process = run();
  }

  @Override
  public void close() {
    kill();
    files.delete();
  }

  private Process run() {
    List<String> command =
        new ArrayList<>(
            List.of("-D", files.data().toString(), "-h", "127.0.0.1", "-p", String.valueOf(port)));
    Stream.concat(
            Stream.of("unix_socket_directories=", "log_timezone=GMT", "timezone=GMT"),
            options.stream())
        .forEach(option -> command.addAll(List.of("-c", option)));
    Process started = files.start("postgres", command);
    awaitReady(started);
    return started;
  }

  /// The server writes its process and its state to a file.
  private void awaitReady(Process started) {
    long until = System.nanoTime() + START_WITHIN.toNanos();
    while (!isReady(started.pid())) {
      if (!started.isAlive() || System.nanoTime() > until) {
        started.destroyForcibly();
        throw new IllegalStateException("PostgreSQL did not start:\n" + files.log());
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }
  }

  private boolean isReady(long pid) {
    try {
      List<String> lines = Files.readAllLines(files.data().resolve("postmaster.pid"), UTF_8);
      return lines.size() >= 8
          && lines.getFirst().equals(String.valueOf(pid))
          && lines.get(7).strip().equals("ready");
    } catch (IOException notYet) {
      return false;
    }
  }

  private static void end(Process ending) {
    try {
      ending.waitFor();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
