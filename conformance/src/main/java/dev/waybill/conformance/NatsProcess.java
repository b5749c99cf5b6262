package dev.waybill.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/// A real nats-server with JetStream, with its own port and directory. It can be killed, stopped,
/// paused and started again on the same port and directory.
public class NatsProcess implements AutoCloseable {

  /// Which nats-server is started.
  public enum Release {
    /// The newest one that `./verify` can fetch.
    NEWEST("newest/"),
    /// That of the distribution, which may be years older.
    DISTRIBUTION("");

    private final String folder;

    Release(String folder) {
      this.folder = folder;
    }
  }

  private static final Duration START_WITHIN = Duration.ofSeconds(60);

  private final Path binary;
  private final Path folder;
  private final int port;
  private final List<String> options;
  private Process process;

  /// Starts a server and waits until it answers. Options are those of its command line.
  public NatsProcess(Release release, String... options) {
    this.binary = binary(release);
    this.folder = temporaryFolder();
    this.port = FreePort.next();
    this.options = List.of(options);
    this.process = run();
  }

  public NatsProcess(String... options) {
    this(Release.NEWEST, options);
  }

  private static Path temporaryFolder() {
    try {
      return Files.createTempDirectory("waybill-nats");
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  public final String url() {
    return "nats://127.0.0.1:" + port;
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

  /// Stops it as an operator does.
  public final void stop() {
    process.destroy();
    end(process);
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
    List<String> command = new ArrayList<>(List.of(binary.toString()));
    command.addAll(List.of("-a", "127.0.0.1", "-p", String.valueOf(port)));
    command.addAll(List.of("-sd", folder.resolve("store").toString()));
    command.addAll(options);
    try {
      Process started =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve("nats.log").toFile()))
              .start();
      awaitAnswer(started);
      return started;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /// The port opens after JetStream has read its streams.
  private void awaitAnswer(Process started) throws IOException {
    long until = System.nanoTime() + START_WITHIN.toNanos();
    while (!answers()) {
      if (!started.isAlive() || System.nanoTime() > until) {
        started.destroyForcibly();
        throw new IllegalStateException(
            "nats-server did not start:\n" + Files.readString(folder.resolve("nats.log")));
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }
  }

  private boolean answers() {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
      return socket.getInputStream().read() == 'I';
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

  /// The system property `waybill.nats.server` names another one for all tests.
  private static Path binary(Release release) {
    String chosen = System.getProperty("waybill.nats.server", "");
    return (chosen.isEmpty() ? candidates(release) : Stream.of(Path.of(chosen)))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "there is no nats-server (%s); ./verify fetches it".formatted(release)));
  }

  private static Stream<Path> candidates(Release release) {
    Stream<Path> fetched =
        Stream.of(".build/tools", "../.build/tools", "../../.build/tools")
            .map(folder -> Path.of(folder, release.folder + "nats-server"));
    Stream<Path> installed =
        Stream.concat(
                Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)),
                Stream.of("/usr/sbin"))
            .map(folder -> Path.of(folder, "nats-server"));
    return switch (release) {
      case NEWEST -> Stream.concat(fetched, installed);
      case DISTRIBUTION -> Stream.concat(installed, fetched);
    };
  }
}
