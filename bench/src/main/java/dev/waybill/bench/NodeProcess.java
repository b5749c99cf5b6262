package dev.waybill.bench;

import dev.waybill.bench.measure.NatsNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// A [NatsNode] in a JVM of its own. It obeys commands, and answers each with figures.
public final class NodeProcess implements AutoCloseable {

  private static final int CLOSES_WITHIN_SECONDS = 30;

  private final Process process;
  private final PrintWriter commands;
  private final BufferedReader answers;
  private final Map<String, Long> opened;

  private NodeProcess(Process process) throws IOException {
    this.process = process;
    this.commands = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
    this.answers = process.inputReader(StandardCharsets.UTF_8);
    this.opened = answer();
  }

  /// @param heapMegabytes of the JVM
  /// @param url of the broker
  /// @param folder of the server of Waybill
  /// @param retention of finished jobs
  public static NodeProcess start(int heapMegabytes, String url, Path folder, Duration retention) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx" + heapMegabytes + "m");
    command.add("-XX:+UseSerialGC");
    command.add("-XX:+ExitOnOutOfMemoryError");
    command.add("--enable-native-access=ALL-UNNAMED");
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(NatsNode.class.getName(), url, folder.toString()));
    command.add(Long.toString(retention.toSeconds()));
    try {
      return new NodeProcess(
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start());
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /// How long the store took to open.
  public double openSeconds() {
    return opened.getOrDefault("openMicros", 0L) / 1e6;
  }

  /// Sends a command and waits for its figures.
  public Map<String, Long> ask(String command) {
    commands.println(command);
    try {
      return answer();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /// The processor time that the JVM has used, in microseconds.
  public long cpuMicros() {
    return ask("use").getOrDefault("cpuMicros", 0L);
  }

  public double residentMegabytes() {
    return ask("use").getOrDefault("VmRSS", 0L) / 1024.0;
  }

  private Map<String, Long> answer() throws IOException {
    Map<String, Long> figures = new HashMap<>();
    for (String line = answers.readLine(); line != null; line = answers.readLine()) {
      if (line.equals(NatsNode.END)) {
        return figures;
      }
      String[] parts = line.split("=", 2);
      if (parts.length == 2) {
        figures.put(parts[0], Long.parseLong(parts[1].strip()));
      }
    }
    throw new IllegalStateException("a JVM of its own ended with " + process.onExit().join());
  }

  @Override
  public void close() {
    commands.close();
    try {
      if (!process.waitFor(CLOSES_WITHIN_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }
}
