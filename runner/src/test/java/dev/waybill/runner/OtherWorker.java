package dev.waybill.runner;

import dev.waybill.EventCursor;
import dev.waybill.Job;
import dev.waybill.JobFilter;
import dev.waybill.Page;
import dev.waybill.Waybill;
import dev.waybill.worker.Worker;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// A worker in its own JVM, with little memory, that can be killed.
final class OtherWorker implements AutoCloseable {

  private final Process process;
  private final BufferedReader said;

  private OtherWorker(Process process) {
    this.process = process;
    this.said = process.inputReader(StandardCharsets.UTF_8);
  }

  /// @param unheard the event type that this worker cannot publish
  static OtherWorker start(Path folder, String unheard) throws IOException {
    Path temporary = Files.createDirectories(folder.resolve("temporary"));
    List<String> command =
        List.of(
            ProcessHandle.current().info().command().orElse("java"),
            "-Xmx64m",
            "-XX:+ExitOnOutOfMemoryError",
            "-XX:+UseSerialGC",
            "-Djava.io.tmpdir=" + temporary,
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            OtherWorker.class.getName(),
            folder.toString(),
            unheard);
    return new OtherWorker(new ProcessBuilder(command).redirectErrorStream(true).start());
  }

  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
    Waybill waybill = Waybill.open(folder.resolve("store"));
    FlakySource source = new FlakySource(waybill);
    source.unreachable = event -> event.type().equals(args[1]);
    ProcessRunner runner = ProcessRunner.builder(source, folder.resolve("buffers")).open();
    Worker worker =
        Worker.builder(source)
            .leaseDuration(Duration.ofMinutes(1))
            .handle(ProcessRunner.TYPE, runner)
            .start();
    System.out.println("ready");
    int told = System.in.read();
    waybill.list(JobFilter.ALL, Page.Request.first(10)).items().forEach(job -> await(waybill, job));
    worker.close();
    runner.close();
    waybill.close();
    System.out.println("closed " + told);
  }

  private static void await(Waybill waybill, Job job) {
    EventCursor behindAll = new EventCursor(Integer.MAX_VALUE, 0);
    waybill.follow(job.id(), behindAll).forEach(event -> {});
  }

  /// Reads the output until a line starts with this text.
  void await(String beginning) throws IOException {
    StringBuilder heard = new StringBuilder();
    String line = said.readLine();
    while (line != null && !line.startsWith(beginning)) {
      heard.append(line).append('\n');
      line = said.readLine();
    }
    if (line == null) {
      throw new AssertionError("it ended without a word; it said " + heard);
    }
  }

  /// Lets it finish every job and close its store.
  void finish() throws IOException {
    process.getOutputStream().write('x');
    process.getOutputStream().flush();
    await("closed");
  }

  /// Like `kill -9`.
  void kill() {
    process.toHandle().destroyForcibly();
    process.onExit().join();
  }

  @Override
  public void close() {
    kill();
  }
}
