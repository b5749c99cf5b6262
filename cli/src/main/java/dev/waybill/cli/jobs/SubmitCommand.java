package dev.waybill.cli.jobs;

import dev.waybill.NewJob;
import dev.waybill.Payload;
import dev.waybill.Priority;
import dev.waybill.RetryPolicy;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.Output;
import dev.waybill.cli.output.TimeConverter;
import dev.waybill.result.Enqueued;
import dev.waybill.runner.ProcessRunner;
import dev.waybill.runner.ProcessSpec;
import dev.waybill.runner.ProcessSpecJson;
import dev.waybill.server.telemetry.ProgramTraces;
import dev.waybill.tracing.Traceparent;
import dev.waybill.tracing.Tracing;
import dev.waybill.wire.job.EnqueueResultJson;
import java.nio.file.Path;
import java.time.Duration;
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
      "With --type, enqueue a job of another type; the argument is its payload, or --payload-file."
    })
public final class SubmitCommand implements Callable<Integer> {

  @Parameters(
      paramLabel = "COMMAND",
      arity = "0..*",
      description = "The program and its arguments; write -- before them.")
  private List<String> words = List.of();

  @Option(
      names = "--type",
      paramLabel = "NAME",
      description = "The type of the job (default: ${DEFAULT-VALUE}).")
  private String type = ProcessRunner.TYPE;

  @Option(
      names = "--payload-file",
      paramLabel = "FILE",
      description = "Payload of a job of another type: the bytes of a file, which are streamed.")
  private @Nullable Path payloadFile;

  @Option(
      names = "--queue",
      paramLabel = "NAME",
      description = "The queue of the job (default: ${DEFAULT-VALUE}).")
  private String queue = NewJob.DEFAULT_QUEUE;

  @Option(
      names = "--priority",
      paramLabel = "P",
      description = "high, normal or low (default: normal).")
  private Priority priority = Priority.NORMAL;

  @Option(
      names = "--delay",
      paramLabel = "TIME",
      converter = TimeConverter.class,
      description = "Delay before the job may start.")
  private Duration delay = Duration.ZERO;

  @Option(
      names = "--retries",
      paramLabel = "N",
      description = "Number of retries after an error (default: ${DEFAULT-VALUE}).")
  private int retries;

  @Option(
      names = "--request-id",
      paramLabel = "ID",
      description = "An idempotency key: submitting it again returns the same job.")
  private @Nullable String requestId;

  @Option(
      names = "--key",
      paramLabel = "KEY",
      description = "A key that groups jobs, such as those of one customer.")
  private @Nullable String key;

  @Option(names = "--tag", paramLabel = "TAG", description = "A tag of the job; may be repeated.")
  private Set<String> tags = Set.of();

  @Option(
      names = "--env",
      paramLabel = "NAME=VALUE",
      description = "Set a variable of the program; may be repeated.")
  private Map<String, String> environment = Map.of();

  @Option(
      names = "--directory",
      paramLabel = "DIR",
      description = "The working directory of the program.")
  private @Nullable Path directory;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      converter = TimeConverter.class,
      description = "Stop the program after this time: 30s, 5m.")
  private @Nullable Duration timeout;

  @Option(
      names = "--stdin",
      paramLabel = "FILE",
      description = "Standard input of the program: a file, or - for that of this command.")
  private @Nullable String stdin;

  @Option(names = "--pty", description = "Run the program on a terminal.")
  private boolean pty;

  @Option(
      names = {"-f", "--follow"},
      description = "Stream the output, and exit with the exit code of the program.")
  private boolean follow;

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    NewJob job = checkedJob();
    try (ProgramTraces traces = ProgramTraces.start("waybill-submit", System.getenv());
        Waybill waybill = follow ? store.openServer() : store.openToAdd()) {
      Enqueued enqueued = Tracing.of(traces.tracer()).enqueue(waybill, job);
      if (follow) {
        output.note("job " + enqueued.id());
        return new FollowedJob(waybill, output, store.flags()).until(enqueued.id());
      }
      if (output.json()) {
        output.wire(EnqueueResultJson.DOCUMENT, enqueued);
      } else {
        output.line(enqueued.id().toString());
      }
      return 0;
    }
  }

  /// Checks all options before anything is stored.
  private NewJob checkedJob() {
    output.require(retries >= 0, "--retries must be 0 or more");
    output.require(Text.isName(queue), "--queue is not a valid queue name: " + Text.quote(queue));
    output.require(Text.isName(type), "--type is not a valid job type: " + Text.quote(type));
    try {
      NewJob job = job();
      if (type.equals(ProcessRunner.TYPE)) {
        ProcessRunner.check(job.payload());
      }
      return job;
    } catch (WaybillException wrong) {
      throw output.usage(String.valueOf(wrong.getMessage()));
    }
  }

  private NewJob job() {
    RetryPolicy policy = RetryPolicy.DEFAULT.withMaxErrors(retries + 1);
    return NewJob.builder(type)
        .queue(queue)
        .payload(payload())
        .priority(priority)
        .requestId(requestId)
        .key(key)
        .tags(tags)
        .delay(delay)
        .traceContext(Traceparent.in(System.getenv()).orElse(null))
        .retry(policy)
        .build();
  }

  private Payload payload() {
    ProgramInput input = new ProgramInput(output);
    input.requireText(words);
    input.requireText(environment.values());
    boolean isProcess = type.equals(ProcessRunner.TYPE);
    if (payloadFile != null) {
      output.require(
          !isProcess, "--payload-file needs --type: a program has no payload of its own");
      output.require(
          words.isEmpty(), "give the payload as argument or by --payload-file, not both");
      return input.file(payloadFile);
    }
    if (!isProcess) {
      output.require(words.size() <= 1, "a job of another type takes one argument: its payload");
      return Payload.of(words.isEmpty() ? "" : words.getFirst());
    }
    return parameters(input);
  }

  private Payload parameters(ProgramInput input) {
    output.require(
        !words.isEmpty(), "name the program to run: waybill submit -- COMMAND ARGUMENTS");
    Payload bytes = stdin == null ? Payload.empty() : input.stdin(stdin);
    ProcessSpec spec = new ProcessSpec(program(), timeout, pty, bytes, Set.of());
    return Payload.wrap(ProcessSpecJson.DOCUMENT.bytes(spec));
  }

  private ProcessSpec.Program program() {
    String folder = directory == null ? null : directory.toAbsolutePath().toString();
    return new ProcessSpec.Program(
        words.getFirst(), words.subList(1, words.size()), environment, folder);
  }
}
