package dev.waybill.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/// A real redis-server with its own port and directory. It can be killed, paused and started again
/// on the same port and directory.
public class RedisProcess implements AutoCloseable {

  private static final Duration START_WITHIN = Duration.ofSeconds(60);
  private static final Path BINARY = binary();

  private final Path folder = temporaryFolder("waybill-redis");
  private final int port = FreePort.next();
  private final List<String> options;
  private Process process;

  /// Starts a server and waits until it answers. Options are those of its command line.
  public RedisProcess(String... options) {
    this.options = List.of(options);
    this.process = run();
  }

  public final String address() {
    return "127.0.0.1:" + port;
  }

  public final String url() {
    return "redis://" + address();
  }

  public final int port() {
    return port;
  }

  public final Path folder() {
    return folder;
  }

  /// Kills it as `kill -9` does.
  public final void kill() {
    end(process.destroyForcibly());
  }

  /// Starts it again with the data of the previous process.
  public final void restart() {
    process = run();
  }

  /// Suspends it: it keeps its connections and does not answer. Returns when it is suspended.
  public final void pause() {
    signal("STOP");
    Path status = Path.of("/proc", String.valueOf(process.pid()), "status");
    Eventually.eventually(
        () -> {
          try {
            assertThat(Files.readString(status)).contains("State:\tT");
          } catch (IOException failure) {
            throw new UncheckedIOException(failure);
          }
        });
  }

  public final void resume() {
    signal("CONT");
  }

  @Override
  public final void close() {
    kill();
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private Process run() {
    List<String> command = new ArrayList<>(List.of(BINARY.toString()));
    command.addAll(List.of("--bind", "127.0.0.1", "--port", String.valueOf(port)));
    command.addAll(List.of("--dir", folder.toString()));
    command.addAll(options);
    Path log = folder.resolve("redis.log");
    try {
      Process started =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
              .start();
      awaitAnswer(started, log);
      return started;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private void awaitAnswer(Process started, Path log) throws IOException {
    long until = System.nanoTime() + START_WITHIN.toNanos();
    while (!answers()) {
      if (!started.isAlive() || System.nanoTime() > until) {
        started.destroyForcibly();
        throw new IllegalStateException("redis-server did not start:\n" + Files.readString(log));
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }
  }

  /// A server that loads its data answers with an error, and one with a password as well.
  private boolean answers() {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
      socket.setSoTimeout(1_000);
      OutputStream out = socket.getOutputStream();
      out.write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
      byte[] answer = socket.getInputStream().readNBytes(5);
      String text = new String(answer, StandardCharsets.US_ASCII);
      return text.equals("+PONG") || text.equals("-NOAU");
    } catch (IOException notYet) {
      return false;
    }
  }

  private void signal(String name) {
    try {
      end(new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())).start());
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static void end(Process ending) {
    try {
      ending.waitFor();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  public static Path temporaryFolder(String name) {
    try {
      return Files.createTempDirectory(name);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /// The program from the jar of embedded-redis; the system property `waybill.redis.server` names
  /// another one.
  private static Path binary() {
    String chosen = System.getProperty("waybill.redis.server", "");
    if (!chosen.isEmpty()) {
      return Path.of(chosen);
    }
    String machine = System.getProperty("os.arch").equals("aarch64") ? "arm64" : "amd64";
    String resource = "/redis-server-7.0.15-linux-" + machine;
    try (InputStream in =
        Objects.requireNonNull(RedisProcess.class.getResourceAsStream(resource), resource)) {
      Path program = temporaryFolder("waybill-redis-server").resolve("redis-server");
      Files.copy(in, program);
      program.toFile().setExecutable(true);
      program.toFile().deleteOnExit();
      return program;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
