package dev.waybill.cli.work;

import dev.waybill.EventCursor;
import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.NewJob;
import dev.waybill.Priority;
import dev.waybill.QueueStats;
import dev.waybill.RetryPolicy;
import dev.waybill.Waybill;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.DisplayText;
import dev.waybill.cli.output.Output;
import dev.waybill.cli.queues.QueuesCommand;
import dev.waybill.wire.job.JobJson;
import dev.waybill.wire.job.QueueStatsJson;
import dev.waybill.wire.json.Codecs;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.worker.Worker;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `waybill demo`
@Command(
    name = "demo",
    description = "Run a few sample jobs and print what happens, or create example traffic.")
public final class DemoCommand implements Callable<Integer> {

  private static final String QUEUE = "demo";
  private static final int MOST_JOBS = 1_000_000;
  private static final Document<Result> RESULT = document();

  @Option(
      names = "--fill",
      description =
          "Fill a running server with varied jobs, events, schedules, messages and documents; or,"
              + " if none is running, an empty data directory with the traffic of a day.")
  private boolean fill;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      defaultValue = "2000",
      description = "With --fill: the number of jobs, 1 to 1000000 (default: 2000).")
  private int jobs;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "With --fill: the same seed makes the same jobs (default: 1).")
  private long seed;

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    return fill ? fill() : run();
  }

  private int fill() {
    output.require(jobs >= 1 && jobs <= MOST_JOBS, "--jobs must be 1 to " + MOST_JOBS);
    Optional<Waybill> server = store.findServer();
    if (server.isEmpty()) {
      fillDirectory();
      return 0;
    }
    try (Waybill waybill = server.get()) {
      new DemoDay(waybill).fill();
      filled(new DemoTraffic(waybill, seed).fill(jobs), waybill.stats());
    }
    return 0;
  }

  private void fillDirectory() {
    try (PastDay day = PastDay.open(store.dataDirectory(), seed)) {
      filled(day.fill(jobs), day.stats());
    }
    if (!output.json()) {
      output.line("");
      output.line("The jobs are spread over the last 24 hours. Look at them:");
      output.line("  waybill serve" + store.flags());
    }
  }

  private void filled(int enqueued, List<QueueStats> stats) {
    if (output.json()) {
      output.wire(QueueStatsJson.LIST, stats);
    } else {
      output.line("enqueued " + enqueued + " jobs and ran most of them");
      output.table(QueuesCommand.table(stats));
    }
  }

  private int run() {
    try (Waybill waybill = store.openOrCreate()) {
      print("opened " + store.dataDirectory());
      waybill.enqueue(job("reminder").delay(Duration.ofDays(1)).build());
      print("enqueued reminder, to run in a day");
      List<JobId> ids = jobs().stream().map(job -> enqueue(waybill, job)).toList();
      List<Job> ended = run(waybill, ids);
      conclude(waybill, ended);
    }
    return 0;
  }

  private JobId enqueue(Waybill waybill, NewJob job) {
    JobId id = waybill.enqueue(job).id();
    print("enqueued " + job.type() + ", " + DisplayText.lower(job.priority()) + " priority");
    return id;
  }

  private List<Job> run(Waybill waybill, List<JobId> ids) {
    try (Worker _ = DemoHandlers.worker(waybill, QUEUE, this::print)) {
      return ids.stream().map(id -> awaitEnd(waybill, id)).toList();
    }
  }

  private static Job awaitEnd(Waybill waybill, JobId id) {
    waybill.follow(id, EventCursor.START).forEach(_ -> {});
    return waybill.find(id).orElseThrow();
  }

  private void conclude(Waybill waybill, List<Job> ended) {
    if (output.json()) {
      output.wire(RESULT, new Result(ended, waybill.stats()));
      return;
    }
    ended.forEach(job -> print(job.type() + " is " + DisplayText.lower(job.state())));
    output.line("");
    output.table(QueuesCommand.table(waybill.stats()));
    output.line("");
    output.line("Show why the last job is dead:");
    output.line("  waybill jobs show " + ended.getLast().id() + " --data " + store.dataDirectory());
  }

  private void print(String text) {
    if (!output.json()) {
      output.line(text);
    }
  }

  private static List<NewJob> jobs() {
    return List.of(
        job("greeting").payload("Ada").priority(Priority.LOW).build(),
        job("thumbnail").payload("photo.jpg").build(),
        job("alarm").payload("door open").priority(Priority.HIGH).build(),
        job("flaky").payload("works the second time").build(),
        job("broken").payload("never works").build());
  }

  private static NewJob.Builder job(String type) {
    Duration wait = Duration.ofMillis(200);
    RetryPolicy policy = RetryPolicy.DEFAULT.withMaxErrors(2).withDelays(wait, 1, wait);
    return NewJob.builder(type).queue(QUEUE).retry(policy);
  }

  private record Result(List<Job> jobs, List<QueueStats> queues) {}

  private static Document<Result> document() {
    Fields<Result> fields = Fields.of("DemoResult", "The jobs and queues of the demo.");
    var jobs =
        fields.required(
            "jobs",
            Codecs.list(JobJson.DOCUMENT, Integer.MAX_VALUE),
            Result::jobs,
            "The jobs that ran.");
    var queues =
        fields.required(
            "queues",
            Codecs.list(QueueStatsJson.DOCUMENT, Integer.MAX_VALUE),
            Result::queues,
            "All queues.");
    return fields.make(in -> new Result(in.get(jobs), in.get(queues)));
  }
}
