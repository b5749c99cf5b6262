package dev.waybill.cli;

import dev.waybill.Enqueued;
import dev.waybill.NewJob;
import dev.waybill.Priority;
import dev.waybill.RetryPolicy;
import dev.waybill.Waybill;
import dev.waybill.server.telemetry.ProgramTraces;
import dev.waybill.tracing.Traceparent;
import dev.waybill.tracing.Tracing;
import dev.waybill.worker.process.ProcessRunner;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `waybill submit`
@Command(
    name = "submit",
    description = {
      "Enqueue a program to be run by a worker: waybill submit --follow -- make test",
      "With --type, enqueue a job of another type; the one argument is then its payload."
    })
final class SubmitCommand implements Callable<Integer> {

  @Parameters(
      paramLabel = "COMMAND",
      arity = "0..*",
      description = "The program and its arguments; write -- before them.")
  private List<String> words = List.of();

  @Option(names = "--type", paramLabel = "NAME", description = "The type of the job (process).")
  private String type = ProcessRunner.TYPE;

  @Option(names = "--queue", paramLabel = "NAME", description = "The queue (default).")
  private String queue = NewJob.DEFAULT_QUEUE;

  @Option(names = "--priority", paramLabel = "P", description = "high, normal or low (normal).")
  private Priority priority = Priority.NORMAL;

  @Option(
      names = "--delay",
      paramLabel = "TIME",
      converter = TimeConverter.class,
      description = "How long to wait before it may start.")
  private Duration delay = Duration.ZERO;

  @Option(
      names = "--retries",
      paramLabel = "N",
      description = "How often to try again after an error (default: ${DEFAULT-VALUE}).")
  private int retries;

  @Option(
      names = "--request-id",
      paramLabel = "ID",
      description = "The same id again is the same job.")
  private @Nullable String requestId;

  @Option(names = "--tag", paramLabel = "TAG", description = "To find it by; may be repeated.")
  private Set<String> tags = Set.of();

  @Option(names = "--env", paramLabel = "NAME=VALUE", description = "A variable of the program.")
  private Map<String, String> environment = Map.of();

  @Option(names = "--directory", paramLabel = "DIR", description = "Where the program runs.")
  private @Nullable Path directory;

  @Option(names = "--timeout", paramLabel = "TIME", description = "How long it may run: 30s, 5m.")
  private @Nullable String timeout;

  @Option(names = "--pty", description = "Give the program a terminal.")
  private boolean pty;

  @Option(
      names = {"-f", "--follow"},
      description = "Show its output as it comes, and end with its exit code.")
  private boolean follow;

  @Mixin private final Place place = new Place();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    NewJob job = job();
    try (ProgramTraces traces = ProgramTraces.start("waybill-submit", System.getenv());
        Waybill waybill = place.openOrCreate()) {
      Enqueued enqueued = Tracing.of(traces.tracer()).enqueue(waybill, job);
      if (follow) {
        output.note("job " + enqueued.id());
        return new Following(waybill, output).until(enqueued.id());
      }
      if (output.json()) {
        output.document(Map.of("id", enqueued.id().toString(), "duplicate", enqueued.duplicate()));
      } else {
        output.line(enqueued.id().toString());
      }
      return 0;
    }
  }

  private NewJob job() {
    RetryPolicy policy = RetryPolicy.DEFAULT.withMaxErrors(retries + 1);
    return NewJob.builder(type)
        .queue(queue)
        .payload(payload())
        .priority(priority)
        .requestId(requestId)
        .tags(tags)
        .delay(delay)
        .traceContext(Traceparent.in(System.getenv()).orElse(null))
        .retry(policy)
        .build();
  }

  private String payload() {
    if (!type.equals(ProcessRunner.TYPE)) {
      output.require(words.size() <= 1, "a job of another type takes one argument: its payload");
      return words.isEmpty() ? "" : words.getFirst();
    }
    output.require(!words.isEmpty(), "what is to be run? waybill submit -- COMMAND ARGUMENTS");
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put("command", words.getFirst());
    parameters.put("args", words.subList(1, words.size()));
    if (!environment.isEmpty()) {
      parameters.put("env", environment);
    }
    if (directory != null) {
      parameters.put("working_directory", directory.toAbsolutePath().toString());
    }
    if (timeout != null) {
      parameters.put("timeout", timeout);
    }
    if (pty) {
      parameters.put("pty", true);
    }
    return Json.write(parameters);
  }
}
