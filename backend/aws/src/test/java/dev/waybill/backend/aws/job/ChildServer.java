package dev.waybill.backend.aws.job;

import dev.waybill.Job;
import dev.waybill.NewJob;
import dev.waybill.Payload;
import dev.waybill.backend.aws.link.AwsConfig;
import dev.waybill.conformance.LoopbackServer;
import dev.waybill.conformance.job.Drafts;
import dev.waybill.engine.Transitions;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Draft;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.LeaseKey;
import dev.waybill.spi.LeaseQuery;
import dev.waybill.spi.QueueKey;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/// A server in a process of its own that a test kills or stops.
final class ChildServer implements AutoCloseable {

  static final QueueKey QUEUE = new QueueKey("t", "work");
  static final Duration LEASE = Duration.ofSeconds(1);

  private final Process process;
  private final BufferedReader output;

  private ChildServer(Process process) {
    this.process = process;
    this.output = process.inputReader(StandardCharsets.UTF_8);
  }

  /// @param task `append` or `complete`
  static ChildServer start(String task, AwsConfig config) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx256m"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(ChildServer.class.getName(), task));
    command.add(String.valueOf(config.endpoints().dynamodb()));
    command.add(String.valueOf(config.endpoints().sqs()));
    command.add(config.names().environment());
    try {
      return new ChildServer(
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /// The next line that the process writes.
  String line() {
    try {
      return Objects.requireNonNull(output.readLine(), "the process has ended");
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /// Lets the process continue with its task.
  void goOn() {
    try {
      var input = process.outputWriter(StandardCharsets.UTF_8);
      input.write("go on\n");
      input.flush();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /// @param name of a signal, such as STOP
  void signal(String name) throws IOException, InterruptedException {
    String pid = Long.toString(process.pid());
    int status = new ProcessBuilder("kill", "-" + name, pid).start().waitFor();
    if (status != 0) {
      throw new AssertionError("cannot signal the process");
    }
  }

  int exitCode() throws InterruptedException {
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      throw new AssertionError("the process does not end");
    }
    return process.exitValue();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  public static void main(String[] args) throws IOException {
    AwsConfig.Endpoints endpoints =
        new AwsConfig.Endpoints(URI.create(args[1]), URI.create(args[2]), null);
    AwsConfig config =
        AwsConfig.of("us-east-1", endpoints, LoopbackServer.temporaryFolder("waybill-aws-child"))
            .withNames(new AwsConfig.Names("waybill", args[3], Map.of(), Map.of()));
    JobsFixture.Server server = new JobsFixture.Server(config, Settings.DEFAULT);
    if (args[0].equals("append")) {
      append(server.jobs);
    } else {
      complete(server.jobs);
    }
    Runtime.getRuntime().halt(9);
  }

  /// Ends as by a kill after the job is in the table and before its message is sent.
  private static void append(AwsJobStore store) {
    store.holdMessages();
    Draft draft = Drafts.draft("t", NewJob.builder("x").queue("work").payload("p").build());
    store.append(List.of(draft));
    System.out.println(draft.key().id());
  }

  private static void complete(AwsJobStore store) throws IOException {
    LeaseQuery query = new LeaseQuery(QUEUE, "child", 1, LEASE, Duration.ofSeconds(30));
    Job job = store.lease(query).getFirst();
    System.out.println(job.id());
    new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
    LeaseKey lease = new LeaseKey(new JobKey(job.tenant(), job.id()), job.attempt());
    System.out.println(
        store.apply(List.of(Transitions.completed(lease, Payload.of("late")))).getFirst());
  }
}
