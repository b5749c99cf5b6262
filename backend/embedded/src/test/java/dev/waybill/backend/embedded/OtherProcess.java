package dev.waybill.backend.embedded;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// A main class of the tests in a separate process, which writes lines.
final class OtherProcess implements AutoCloseable {

  private static final int SECONDS = 60;

  private final Process process;
  private final BufferedReader said;
  private final List<String> heard = Collections.synchronizedList(new ArrayList<>());

  private OtherProcess(Process process) {
    this.process = process;
    this.said = process.inputReader(StandardCharsets.UTF_8);
  }

  static OtherProcess start(Class<?> main, String... arguments) throws IOException {
    return start(List.of(), main, arguments);
  }

  /// Starts it with another command before it, such as one that creates a mount namespace.
  static OtherProcess start(List<String> before, Class<?> main, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>(before);
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.add("--enable-native-access=ALL-UNNAMED");
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp"));
    command.add(System.getProperty("java.class.path"));
    command.add(main.getName());
    command.addAll(List.of(arguments));
    return new OtherProcess(new ProcessBuilder(command).redirectErrorStream(true).start());
  }

  long pid() {
    return process.pid();
  }

  /// Reads until a line starts with this text; returns the rest of that line.
  String await(String beginning) {
    CompletableFuture<String> found = Calls.start(() -> readUntil(beginning));
    try {
      return found.get(SECONDS, TimeUnit.SECONDS);
    } catch (Exception failure) {
      throw new AssertionError("waited for '" + beginning + "' and heard " + heard, failure);
    }
  }

  private String readUntil(String beginning) {
    try {
      for (String line = said.readLine(); line != null; line = said.readLine()) {
        heard.add(line);
        if (line.startsWith(beginning)) {
          return line.substring(beginning.length()).strip();
        }
      }
    } catch (IOException failure) {
      throw new java.io.UncheckedIOException(failure);
    }
    throw new IllegalStateException("the process ended");
  }

  /// Waits until it ends by itself.
  int exitCode() {
    CompletableFuture<Integer> ended =
        Calls.start(
            () -> {
              said.lines().forEach(heard::add);
              return process.waitFor();
            });
    return ended.orTimeout(SECONDS, TimeUnit.SECONDS).join();
  }

  /// All lines so far.
  List<String> heard() {
    return List.copyOf(heard);
  }

  /// Sends a line to it.
  void say(String line) throws IOException {
    OutputStream out = process.getOutputStream();
    out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  /// Kills it as `kill -9` does.
  void kill() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    process.onExit().orTimeout(SECONDS, TimeUnit.SECONDS).join();
  }

  @Override
  public void close() {
    kill();
  }
}
