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
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/// A real server of somebody else, with its own port and directory. It can be killed, stopped,
/// paused and started again on the same port and directory.
public class LoopbackServer implements AutoCloseable {

  private static final Duration START_WITHIN = Duration.ofSeconds(60);

  private final String name;
  private final Program program;
  private final Path folder;
  private final int port = FreePort.next();
  private Process process;

  /// What the server runs.
  protected interface Program {

    /// The program with its arguments.
    List<String> command(int port, Path folder);

    /// Whether the server is ready, seen through a new connection.
    boolean answers(Socket connected) throws IOException;
  }

  /// Starts it and waits until it answers.
  ///
  /// @param name of the program, for its directory and for messages
  protected LoopbackServer(String name, Program program) {
    this.name = name;
    this.program = program;
    this.folder = temporaryFolder("waybill-" + name);
    this.process = run();
  }

  public final String address() {
    return "127.0.0.1:" + port;
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
    Path log = folder.resolve(name + ".log");
    try {
      Process started =
          new ProcessBuilder(program.command(port, folder))
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
        throw new IllegalStateException(name + " did not start:\n" + Files.readString(log));
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }
  }

  private boolean answers() {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
      socket.setSoTimeout(1_000);
      return program.answers(socket);
    } catch (IOException notYet) {
      return false;
    }
  }

  private void signal(String signal) {
    try {
      end(new ProcessBuilder("kill", "-" + signal, String.valueOf(process.pid())).start());
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

  public static Path temporaryFolder(String prefix) {
    try {
      return Files.createTempDirectory(prefix);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
