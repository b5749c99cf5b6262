package dev.waybill.rig;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Starts and controls a [LoadProcess], optionally under a tracer. Its temporary files (a killed
/// process leaves the library of the SQLite driver) stay in the directory of the rig.
final class ChildProcess {

  /// The process ended before it was ready.
  static final class NotStarted extends IllegalStateException {

    private final String errors;

    NotStarted(String errors) {
      super("the load did not start\n" + errors);
      this.errors = errors;
    }

    /// True if the store could not be opened.
    boolean isRefusal() {
      return errors.contains("dev.waybill.WaybillException");
    }
  }

  private static final Duration MOMENT = Duration.ofMillis(5);

  private final Process process;
  private final ProcessHandle load;

  private ChildProcess(Process process, ProcessHandle load) {
    this.process = process;
    this.load = load;
  }

  /// Returns when the process is ready.
  ///
  /// @param tracer the command in front of the JVM; empty for none
  static ChildProcess start(Path scratch, List<String> tracer, LoadPlan plan) {
    Path errors = errors(scratch);
    try {
      Path temporary = Files.createDirectories(scratch.resolve("tmp"));
      Process process =
          new ProcessBuilder(command(tracer, temporary, plan))
              .redirectError(errors.toFile())
              .start();
      BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
      String line = output.readLine();
      if (line == null || !line.startsWith("ready ")) {
        throw new NotStarted(Files.readString(errors));
      }
      long pid = Long.parseLong(line.substring("ready ".length()));
      return new ChildProcess(process, ProcessHandle.of(pid).orElse(process.toHandle()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path errors(Path scratch) {
    return scratch.resolve("stderr.txt");
  }

  /// True if the last process recorded a failed call.
  static boolean hasComplained(Path scratch) {
    try {
      return Files.readString(errors(scratch)).contains("WaybillException");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> command(List<String> tracer, Path temporary, LoadPlan plan) {
    List<String> command = new ArrayList<>(tracer);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData"));
    command.add("--enable-native-access=ALL-UNNAMED");
    command.add("-Djava.io.tmpdir=" + temporary);
    command.add("-Dorg.sqlite.tmpdir=" + temporary);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(LoadProcess.class.getName());
    command.addAll(plan.arguments());
    return command;
  }

  /// Lets the process run for this time; returns false if it ended by itself.
  boolean letWork(Duration length) throws InterruptedException {
    return !process.waitFor(length.toNanos(), TimeUnit.NANOSECONDS);
  }

  /// Lets the process run for this time and until its history has this many bytes, even on a slow
  /// machine; returns false if it ended by itself.
  boolean letWork(Duration atLeast, Path history, long bytes) throws InterruptedException {
    boolean atWork = letWork(atLeast);
    while (atWork && sizeOf(history) < bytes) {
      atWork = letWork(MOMENT);
    }
    return atWork;
  }

  private static long sizeOf(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Sends SIGKILL through the handle, so that its output stays readable.
  void kill() throws InterruptedException {
    load.destroyForcibly();
    process.waitFor();
  }

  /// Waits until the process ends by itself; returns its exit code.
  int await() throws InterruptedException {
    return process.waitFor();
  }
}
