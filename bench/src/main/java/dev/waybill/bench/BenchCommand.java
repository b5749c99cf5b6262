package dev.waybill.bench;

import dev.waybill.bench.aws.AwsMeasure;
import dev.waybill.bench.measure.DocumentSearchMeasure;
import dev.waybill.bench.measure.DrainMeasure;
import dev.waybill.bench.measure.EnqueueMeasure;
import dev.waybill.bench.measure.FootprintMeasure;
import dev.waybill.bench.measure.IngestMeasure;
import dev.waybill.bench.measure.LatencyMeasure;
import dev.waybill.bench.measure.LiveStreamMeasure;
import dev.waybill.bench.measure.Measure;
import dev.waybill.bench.measure.MessageMeasure;
import dev.waybill.bench.measure.NatsMeasure;
import dev.waybill.bench.measure.NatsScaleMeasure;
import dev.waybill.bench.measure.RedisMeasure;
import dev.waybill.bench.measure.RemoteCallsMeasure;
import dev.waybill.bench.measure.RemoteWorkMeasure;
import dev.waybill.bench.measure.ScheduleMeasure;
import dev.waybill.bench.measure.ServerStartMeasure;
import dev.waybill.bench.measure.StoredDrainMeasure;
import dev.waybill.bench.measure.SustainedMeasure;
import dev.waybill.bench.measure.TopicMeasure;
import dev.waybill.bench.measure.UploadMeasure;
import dev.waybill.bench.peer.BareLog;
import dev.waybill.bench.peer.Contender;
import dev.waybill.bench.peer.Peers;
import dev.waybill.bench.peer.WaybillSubject;
import dev.waybill.bench.postgres.Entrants;
import dev.waybill.bench.postgres.PostgresMeasure;
import dev.waybill.bench.postgres.PostgresMeasure.Part;
import dev.waybill.conformance.PostgresServer.Release;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `waybill bench`
@Command(
    name = "waybill bench",
    description = "Measure Waybill on this machine, beside what the machine itself can do.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    usageHelpAutoWidth = true,
    footer = {
      "",
      "Measures:",
      "  a  enqueue: one caller, many callers, in bulk",
      "  b  drain: no-op jobs by one worker, and when the history has caught up",
      "  c  enqueue to start: latency at 50 jobs per second",
      "  d  drain beside many waiting and many finished jobs",
      "  e  enqueue and drain together",
      "  f  memory and bytes on disk with many jobs",
      "  g  the time to open a store with many waiting jobs",
      "  h  a bare log beside a, b and c: the limit of the machine",
      "  i  a server over loopback: enqueue one by one and in bulk, HTTP and gRPC",
      "  j  a worker over loopback: drain, and enqueue to start",
      "  k  live events over loopback: 100 readers of a job with 10,000 events per second",
      "  l  a server that is idle: time to ready and memory",
      "  m  Waybill on a NATS server of its own beside a bare client: only where it is named",
      "  n  topics: publishing beside enqueueing the same jobs",
      "  o  schedules: 10,000 that are due in one second",
      "  p  messages: sending beside draining jobs, search, rebuild and lag of the index",
      "  q  uploads of files of 1 MB beside a bare server, and the memory of the server",
      "  r  documents of many pages: the time beside embedding, and processors used by it",
      "  s  search in the chunks of documents: time, and nearest vectors that are found",
      "  t  Waybill on a Redis of its own beside a bare client and BullMQ: only where it is named",
      "  u  several servers on a NATS server of its own, and many finished jobs: only where it is named",
      "  v  Waybill on a PostgreSQL of its own beside a bare client and peers: only where it is named",
      "  w  Waybill on emulators of AWS beside a bare client: only where it is named"
    })
public final class BenchCommand implements Callable<Integer> {

  private static final String ALL = "abcdefghijklnopqrs";

  /// Need programs that are not on every machine, such as a NATS server or Node, or take long.
  private static final String WHERE_NAMED = "mtuvw";

  @Option(names = "--only", split = ",", paramLabel = "LETTER", description = "Only these.")
  private List<String> only = List.of();

  @Option(
      names = "--peers",
      description = "Also db-scheduler and JobRunr, on a PostgreSQL; in v also peers for Node.")
  private boolean peers;

  @Option(
      names = "--part",
      paramLabel = "PART",
      description = "Only this part of v: ${COMPLETION-CANDIDATES}.")
  private @Nullable Part part;

  @Option(names = "--quick", description = "Smaller counts: a few minutes, rough figures.")
  private boolean quick;

  @Option(names = "--repeats", paramLabel = "N", description = "Runs per figure (3).")
  private @Nullable Integer repeats;

  @Option(names = "--sustained", paramLabel = "SECONDS", description = "Length of e (300).")
  private @Nullable Integer sustained;

  @Option(
      names = "--stored",
      paramLabel = "JOBS",
      description = "Jobs in d and f, messages in p (1000000).")
  private @Nullable Integer stored;

  @Option(
      names = "--concurrency",
      paramLabel = "N",
      description = "Handlers at once (${DEFAULT-VALUE}).")
  private int concurrency = 500;

  @Option(
      names = "--heap",
      paramLabel = "MB",
      description = "Heap of the JVM in f (${DEFAULT-VALUE}).")
  private int heap = 384;

  @Option(
      names = "--out",
      paramLabel = "FOLDER",
      description = "Directory for results and stores (${DEFAULT-VALUE}).")
  private Path out = Path.of("bench-results");

  @Spec private @Nullable CommandSpec spec;

  public static void main(String[] arguments) {
    System.exit(
        new CommandLine(new BenchCommand())
            .setCaseInsensitiveEnumValuesAllowed(true)
            .execute(arguments));
  }

  @Override
  public Integer call() {
    String letters = letters();
    try (Scratch scratch = new Scratch(out.resolve("scratch"));
        Peers others = peers && isForPeers(letters) ? Peers.start() : Peers.none()) {
      List<Contender> contenders = new ArrayList<>();
      contenders.add(WaybillSubject.contender(scratch, concurrency));
      if (letters.contains("h")) {
        contenders.add(BareLog.contender(scratch, concurrency));
      }
      contenders.addAll(others.contenders());
      measure(contenders, measures(letters, scratch));
    }
    return 0;
  }

  /// The measures on a server of their own start peers themselves, if they have some.
  static boolean isForPeers(String letters) {
    return letters.chars().anyMatch(letter -> WHERE_NAMED.indexOf(letter) < 0);
  }

  private void measure(List<Contender> contenders, Map<Character, Measure> measures) {
    Report report = new BenchRun(plan(), contenders, measures, System.out::println).run();
    report.write(out);
    System.out.println();
    System.out.print(MarkdownTable.of(report));
    System.out.println("\nwritten to " + out);
  }

  private Map<Character, Measure> measures(String letters, Scratch scratch) {
    Map<Character, Measure> all = new LinkedHashMap<>();
    all.put('a', new EnqueueMeasure());
    all.put('b', new DrainMeasure());
    all.put('c', new LatencyMeasure());
    all.put('d', new StoredDrainMeasure());
    all.put('e', new SustainedMeasure());
    all.put('f', FootprintMeasure.ofSize(scratch, heap));
    all.put('g', FootprintMeasure.ofOpening(scratch, heap));
    all.put('i', new RemoteCallsMeasure(scratch));
    all.put('j', new RemoteWorkMeasure(scratch));
    all.put('k', new LiveStreamMeasure(scratch));
    all.put('l', new ServerStartMeasure(scratch));
    all.put('m', new NatsMeasure());
    all.put('n', new TopicMeasure(scratch));
    all.put('o', new ScheduleMeasure(scratch));
    all.put('p', new MessageMeasure(scratch));
    all.put('q', new UploadMeasure(scratch));
    all.put('r', new IngestMeasure(scratch));
    all.put('s', new DocumentSearchMeasure(scratch));
    all.put('t', new RedisMeasure());
    all.put('u', new NatsScaleMeasure(scratch));
    all.put('v', onPostgres(scratch));
    all.put('w', new AwsMeasure());
    all.keySet().removeIf(letter -> letters.indexOf(letter) < 0);
    return all;
  }

  private Measure onPostgres(Scratch scratch) {
    Set<Part> parts = part == null ? EnumSet.allOf(Part.class) : EnumSet.of(part);
    return new PostgresMeasure(Release.NEWEST, new Entrants(scratch, concurrency, peers), parts);
  }

  private String letters() {
    String chosen = String.join("", only);
    boolean known = chosen.chars().allMatch(letter -> (ALL + WHERE_NAMED).indexOf(letter) >= 0);
    if (!known && spec != null) {
      throw new ParameterException(
          spec.commandLine(), "--only takes letters of " + ALL + WHERE_NAMED + ", not " + chosen);
    }
    return chosen.isEmpty() ? ALL : chosen;
  }

  private Plan plan() {
    Plan plan = quick ? Plan.QUICK : Plan.FULL;
    plan = repeats == null ? plan : plan.withRepeats(repeats);
    plan = stored == null ? plan : plan.withStored(stored);
    return sustained == null ? plan : plan.withSustained(Duration.ofSeconds(sustained));
  }
}
