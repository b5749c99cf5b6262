package dev.waybill.cli.work;

import dev.waybill.Code;
import dev.waybill.JobSource;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.DisplayText;
import dev.waybill.cli.output.Output;
import dev.waybill.cli.output.ShutdownSignal;
import dev.waybill.cli.output.TimeConverter;
import dev.waybill.runner.ProcessRunner;
import dev.waybill.runner.ProcessRunnerBuilder;
import dev.waybill.server.telemetry.Logs;
import dev.waybill.server.telemetry.ProgramTraces;
import dev.waybill.settings.Limits;
import dev.waybill.tracing.Tracing;
import dev.waybill.worker.Handler;
import dev.waybill.worker.Worker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `waybill work`
@Command(
    name = "work",
    description = {
      "Run jobs of type process: the programs of waybill submit.",
      "Name the commands that jobs may run with --allow, or allow all of them with --allow-any.",
      "With --documents: process documents without a server in this process."
    })
public final class WorkCommand implements Callable<Integer> {

  /// Workers that start in the same directory each use a separate buffer in it.
  private static final int MOST_WORKERS = 64;

  @Option(
      names = "--allow",
      paramLabel = "COMMAND",
      description = {
        "A command that jobs may run: an absolute path, or a name on the PATH; may be repeated.",
        "Jobs must spell it the same way, and may set no variables except those of --allow-env."
      })
  private Set<String> allowed = Set.of();

  @Option(
      names = "--allow-any",
      description =
          "Run any command. Everyone who can enqueue jobs in this queue then runs programs as the"
              + " user of this worker.")
  private boolean allowAny;

  @Option(
      names = "--allow-env",
      paramLabel = "NAME",
      description = "A variable that jobs may set although --allow is used; may be repeated.")
  private Set<String> allowedVariables = Set.of();

  @Option(
      names = "--pass-env",
      paramLabel = "NAME",
      description =
          "A variable of this worker that programs see, besides PATH, HOME, LANG, LC_*, TZ, USER"
              + " and TMPDIR; NAME* for all with this prefix; may be repeated.")
  private Set<String> passed = Set.of();

  @Option(
      names = "--queue",
      paramLabel = "NAME",
      description = "The queue to lease jobs from (default: ${DEFAULT-VALUE}).")
  private String queue = "default";

  @Option(
      names = "--concurrency",
      paramLabel = "N",
      description = "Maximum number of programs at once (default: ${DEFAULT-VALUE}).")
  private int concurrency = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description =
          "The name of the worker in the history of jobs; each start adds a suffix of its own"
              + " (default: ${DEFAULT-VALUE}).")
  private String name = "worker";

  @Option(
      names = "--lease-duration",
      paramLabel = "TIME",
      converter = TimeConverter.class,
      description =
          "Lease duration: jobs of a worker that died return after it (default: that of the"
              + " queue).")
  private @Nullable Duration leaseDuration;

  @Option(
      names = "--grace",
      paramLabel = "TIME",
      converter = TimeConverter.class,
      description = "Grace period for running programs after Ctrl-C (default: 30s).")
  private Duration grace = Duration.ofSeconds(30);

  @Option(
      names = "--buffer",
      paramLabel = "DIR",
      description = "Directory for undelivered output (default: ${DEFAULT-VALUE}).")
  private Path buffer = Path.of("waybill-work");

  @Option(
      names = "--embedded",
      description =
          "Open the data directory in this process; no server can use it at the same time.")
  private boolean embedded;

  @Mixin private final DocumentWork documents = new DocumentWork();
  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() throws InterruptedException {
    documents.checkOptions(output);
    return documents.isChosen() ? documents.run(store, output) : runPrograms();
  }

  private int runPrograms() throws InterruptedException {
    checkOptions();
    String level = System.getenv().getOrDefault("WAYBILL_LOG_LEVEL", "info");
    Logs.configure(output.json() ? "json" : "text", level);
    CountDownLatch stopped = new CountDownLatch(1);
    CountDownLatch closed = new CountDownLatch(1);
    try (ProgramTraces traces = ProgramTraces.start("waybill-worker", System.getenv());
        Waybill waybill = embedded ? store.openOrCreate() : store.openServer()) {
      Tracing tracing = Tracing.of(traces.tracer());
      JobSource source = tracing.source(waybill);
      try (ProcessRunner runner = runner(source);
          Worker worker = worker(source, tracing.handler(runner))) {
        Runtime.getRuntime()
            .addShutdownHook(new Thread(() -> ShutdownSignal.stop(stopped, closed)));
        announce(worker);
        stopped.await();
        if (!output.json()) {
          output.line(
              "stopping: programs that still run after "
                  + DisplayText.age(grace)
                  + " are killed and their jobs are released");
        }
      }
    }
    closed.countDown();
    return 0;
  }

  private void checkOptions() {
    output.require(
        allowAny || !allowed.isEmpty(),
        "name the commands that jobs may run: --allow make --allow /usr/bin/git; or run any"
            + " command with --allow-any");
    output.require(!allowAny || allowed.isEmpty(), "use either --allow or --allow-any");
    output.require(
        !allowAny || allowedVariables.isEmpty(),
        "--allow-env requires --allow; with --allow-any jobs may set any variable");
    output.require(concurrency >= 1, "--concurrency must be 1 or more");
    output.require(Text.isName(queue), "--queue is not a valid queue name: " + Text.quote(queue));
    output.require(Text.isName(name), "--name is not a valid worker name: " + Text.quote(name));
    output.require(
        leaseDuration == null
            || (leaseDuration.compareTo(Limits.MIN_LEASE_DURATION) >= 0
                && leaseDuration.compareTo(Limits.MAX_LEASE_DURATION) <= 0),
        "--lease-duration must be "
            + DisplayText.age(Limits.MIN_LEASE_DURATION)
            + " to "
            + DisplayText.age(Limits.MAX_LEASE_DURATION));
  }

  private void announce(Worker worker) {
    if (output.json()) {
      output.wire(StartedWorker.DOCUMENT, new StartedWorker(worker.name(), queue));
      return;
    }
    output.line(worker.name() + " works for queue " + queue + "; Ctrl-C stops it");
    output.line("allowed commands: " + (allowAny ? "any" : String.join(" ", allowed)));
  }

  private Worker worker(JobSource source, Handler handler) {
    return Worker.builder(source)
        .queue(queue)
        .concurrency(concurrency)
        .name(name)
        .leaseDuration(leaseDuration)
        .grace(grace)
        .handle(ProcessRunner.TYPE, handler)
        .start();
  }

  private ProcessRunner runner(JobSource source) {
    for (int number = 1; ; number++) {
      try {
        return limited(ProcessRunner.builder(source, buffer.resolve(Integer.toString(number))))
            .open();
      } catch (WaybillException taken) {
        if (taken.code() != Code.STORE_LOCKED || number == MOST_WORKERS) {
          throw taken;
        }
      }
    }
  }

  private ProcessRunnerBuilder limited(ProcessRunnerBuilder builder) {
    try {
      builder.passVariables(passed);
      return allowAny ? builder : builder.allowOnly(allowed).allowVariables(allowedVariables);
    } catch (WaybillException wrong) {
      throw output.usage(String.valueOf(wrong.getMessage()));
    }
  }
}
