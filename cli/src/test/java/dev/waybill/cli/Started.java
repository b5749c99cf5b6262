package dev.waybill.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// The command line in a separate process and directory.
public record Started(Process process, BufferedReader output) implements AutoCloseable {

  /// After this time the process is killed, so that a test that waits for its output fails instead
  /// of hanging.
  private static final Duration LONGEST_LIFE = Duration.ofMinutes(5);

  public static Started waybill(Path folder, String... arguments) {
    return waybill(folder, Map.of(), arguments);
  }

  public static Started waybill(Path folder, Map<String, String> environment, String... arguments) {
    ProcessBuilder builder = new ProcessBuilder(command(arguments));
    builder.environment().keySet().removeIf(name -> name.startsWith("WAYBILL_"));
    builder.environment().putAll(environment);
    return start(builder.redirectError(ProcessBuilder.Redirect.INHERIT), folder);
  }

  /// Merges standard error into standard output.
  public static Started withErrors(
      Path folder, Map<String, String> environment, String... arguments) {
    ProcessBuilder builder = new ProcessBuilder(command(arguments));
    builder.environment().keySet().removeIf(name -> name.startsWith("WAYBILL_"));
    builder.environment().putAll(environment);
    return start(builder.redirectErrorStream(true), folder);
  }

  /// Starts without a locale, as the launcher does.
  public static Started withoutLocale(Path folder, String... arguments) {
    String script = Path.of("..", "scripts", "app.sh").toAbsolutePath().normalize().toString();
    List<String> command = new ArrayList<>();
    command.addAll(
        List.of("/bin/bash", "-euc", ". \"$1\"; shift; use_utf8; exec \"$@\"", "bash", script));
    command.addAll(command(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder
        .environment()
        .keySet()
        .removeIf(
            name -> name.startsWith("WAYBILL_") || name.startsWith("LC_") || name.equals("LANG"));
    return start(builder.redirectError(ProcessBuilder.Redirect.INHERIT), folder);
  }

  static List<String> command(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.add("--enable-native-access=ALL-UNNAMED");
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of(arguments));
    return command;
  }

  private static Started start(ProcessBuilder builder, Path folder) {
    try {
      Process process = builder.directory(folder.toFile()).start();
      CompletableFuture<Void> _ =
          process
              .onExit()
              .completeOnTimeout(process, LONGEST_LIFE.toSeconds(), TimeUnit.SECONDS)
              .thenAccept(Started::endIfAlive);
      return new Started(process, process.inputReader(StandardCharsets.UTF_8));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /// Destroying a process that has ended would close its output before it is read.
  private static void endIfAlive(Process process) {
    if (process.isAlive()) {
      process.destroyForcibly();
    }
  }

  /// Reads until a line contains this text; returns that line.
  public String awaitLine(String part) throws IOException {
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      if (line.contains(part)) {
        return line;
      }
    }
    throw new IllegalStateException("ended without the output: " + part);
  }

  /// Sends SIGKILL.
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /// Sends SIGTERM, as Ctrl-C does; returns the exit code.
  int stop() throws InterruptedException {
    process.destroy();
    return process.waitFor();
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(20, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException hurry) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
