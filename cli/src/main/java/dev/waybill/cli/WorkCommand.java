package dev.waybill.cli;

import dev.waybill.Code;
import dev.waybill.JobSource;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.server.telemetry.ProgramTraces;
import dev.waybill.tracing.Tracing;
import dev.waybill.worker.Handler;
import dev.waybill.worker.Worker;
import dev.waybill.worker.process.ProcessRunner;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `waybill work`
@Command(name = "work", description = "Run jobs of type process: the programs of waybill submit.")
final class WorkCommand implements Callable<Integer> {

  /// Workers that were started in one folder each have a buffer of their own there.
  private static final int MOST_WORKERS = 64;

  @Option(
      names = "--queue",
      paramLabel = "NAME",
      description = "The queue to work for (default: ${DEFAULT-VALUE}).")
  private String queue = "default";

  @Option(
      names = "--concurrency",
      paramLabel = "N",
      description = "How many programs may run at once (default: ${DEFAULT-VALUE}).")
  private int concurrency = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "What it is called in the history of jobs (default: ${DEFAULT-VALUE}).")
  private String name = "worker";

  @Option(
      names = "--hold",
      paramLabel = "TIME",
      converter = TimeConverter.class,
      description =
          "How soon the jobs of a worker that vanished come back (default: as set for the queue).")
  private @Nullable Duration hold;

  @Option(
      names = "--grace",
      paramLabel = "TIME",
      converter = TimeConverter.class,
      description =
          "How long running programs may go on after Ctrl-C before they are ended (default: 30s).")
  private Duration grace = Duration.ofSeconds(30);

  @Option(
      names = "--buffer",
      paramLabel = "DIR",
      description = "Where output waits that is not delivered yet (default: ${DEFAULT-VALUE}).")
  private Path buffer = Path.of("waybill-work");

  @Mixin private final Place place = new Place();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() throws InterruptedException {
    CountDownLatch stopped = new CountDownLatch(1);
    CountDownLatch closed = new CountDownLatch(1);
    try (ProgramTraces traces = ProgramTraces.start("waybill-worker", System.getenv());
        Waybill waybill = place.openOrCreate()) {
      Tracing tracing = Tracing.of(traces.tracer());
      JobSource source = tracing.source(waybill);
      try (ProcessRunner runner = runner(source);
          Worker worker = worker(source, tracing.handler(runner))) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> Stops.stop(stopped, closed)));
        output.line(worker.name() + " works for queue " + queue + "; Ctrl-C stops it");
        stopped.await();
        output.line(
            "stopping: programs that still run after "
                + Words.age(grace)
                + " are ended and their jobs given back");
      }
    }
    closed.countDown();
    return 0;
  }

  private Worker worker(JobSource source, Handler handler) {
    return Worker.builder(source)
        .queue(queue)
        .concurrency(concurrency)
        .name(name)
        .hold(hold)
        .grace(grace)
        .handle(ProcessRunner.TYPE, handler)
        .start();
  }

  private ProcessRunner runner(JobSource source) {
    for (int number = 1; ; number++) {
      try {
        return ProcessRunner.builder(source, buffer.resolve(Integer.toString(number))).open();
      } catch (WaybillException taken) {
        if (taken.code() != Code.STORE_LOCKED || number == MOST_WORKERS) {
          throw taken;
        }
      }
    }
  }
}
