package dev.waybill.bench;

import dev.waybill.JobFilter;
import dev.waybill.NewJob;
import dev.waybill.Page;
import dev.waybill.Waybill;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A server in its own process, with an empty data directory and free ports. Started by the
/// launcher, if there is one, as users do.
public final class ServerProcess implements AutoCloseable {

  /// Names the launcher; set by the launcher itself.
  private static final String LAUNCHER = "waybill.launcher";

  private static final String MAIN = "dev.waybill.cli.Main";
  private static final int KIB = 1024;

  private final Process process;
  private final Path folder;
  private final Duration readyIn;
  private final URI http;
  private final URI grpc;

  private ServerProcess(Process process, Path folder, Duration readyIn, URI http, URI grpc) {
    this.process = process;
    this.folder = folder;
    this.readyIn = readyIn;
    this.http = http;
    this.grpc = grpc;
  }

  /// Starts a server with the heap that it has by default.
  public static ServerProcess start(Scratch scratch) {
    return start(scratch, "");
  }

  /// @param heap an option for the JVM, such as `-Xmx128m`
  public static ServerProcess start(Scratch scratch, String heap) {
    Path folder = scratch.next("server");
    long began = System.nanoTime();
    ProcessBuilder builder = new ProcessBuilder(command(folder)).redirectErrorStream(true);
    // Read by the launcher, and by a JVM without one.
    if (!heap.isEmpty()) {
      builder.environment().put("WAYBILL_JAVA_OPTS", heap);
      builder.environment().put("JDK_JAVA_OPTIONS", heap);
    }
    try {
      return awaitReady(builder.start(), folder, began);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static List<String> command(Path folder) {
    String launcher = System.getProperty(LAUNCHER);
    List<String> command = new ArrayList<>();
    if (launcher == null) {
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.add("--enable-native-access=ALL-UNNAMED");
      command.addAll(List.of("-cp", System.getProperty("java.class.path"), MAIN));
    } else {
      command.add(launcher);
    }
    command.add("serve");
    command.addAll(List.of("--set", "store.path=" + folder.resolve("data")));
    command.addAll(List.of("--set", "server.port=0", "--set", "server.grpc_port=0"));
    command.addAll(List.of("--set", "limits.requests_per_second=0"));
    return command;
  }

  private static ServerProcess awaitReady(Process process, Path folder, long began)
      throws IOException {
    BufferedReader said = process.inputReader(StandardCharsets.UTF_8);
    List<String> lines = new ArrayList<>();
    for (String line = said.readLine(); line != null; line = said.readLine()) {
      lines.add(line);
      if (line.contains("ready in ")) {
        Duration readyIn = Duration.ofNanos(System.nanoTime() - began);
        Thread.ofVirtual().start(() -> skip(said));
        return new ServerProcess(
            process, folder, readyIn, address(lines, "http"), address(lines, "grpc"));
      }
    }
    throw new IllegalStateException("the server did not start:\n" + String.join("\n", lines));
  }

  /// Reads and drops the output until the server ends.
  private static void skip(Reader said) {
    try {
      said.transferTo(Writer.nullWriter());
    } catch (IOException closed) {
      // The server has ended; its last output is not needed.
      return;
    }
  }

  private static URI address(List<String> lines, String name) {
    String text =
        lines.stream()
            .map(String::strip)
            .filter(line -> line.startsWith(name + " "))
            .map(line -> line.substring(name.length()).strip())
            .findFirst()
            .orElseThrow();
    return URI.create(text.contains("://") ? text : "tcp://" + text);
  }

  public URI http() {
    return http;
  }

  public URI grpc() {
    return grpc;
  }

  /// The time from the start of the process to its ready message.
  public Duration readyIn() {
    return readyIn;
  }

  /// Waits until the history is complete, so that the next measure starts like on an empty store:
  /// new work waits while the history is far behind.
  public void awaitHistory() {
    String mark = "mark-" + System.nanoTime();
    try (Waybill waybill = Waybill.connect(http)) {
      waybill.enqueue(NewJob.builder("mark").queue("mark").tags(mark).build());
      JobFilter marked = JobFilter.ALL.withTag(mark);
      while (waybill.list(marked, Page.Request.first(1)).items().isEmpty()) {
        Thread.onSpinWait();
      }
    }
  }

  /// The resident memory in MB; 0 if the system does not report it.
  public double residentMegabytes() {
    return megabytes("VmRSS:");
  }

  /// The largest resident memory since the start, in MB; 0 if the system does not report it.
  public double peakMegabytes() {
    return megabytes("VmHWM:");
  }

  /// The processor time since the start.
  public Duration processorTime() {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }

  private double megabytes(String name) {
    Path status = Path.of("/proc", Long.toString(process.pid()), "status");
    if (!Files.exists(status)) {
      return 0;
    }
    try {
      return Files.readAllLines(status).stream()
          .filter(line -> line.startsWith(name))
          .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")) / KIB)
          .sum();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(30, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      process.destroyForcibly();
    }
    Scratch.delete(folder);
  }
}
