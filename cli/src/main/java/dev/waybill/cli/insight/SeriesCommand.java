package dev.waybill.cli.insight;

import dev.waybill.Waybill;
import dev.waybill.base.Durations;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.Output;
import dev.waybill.cli.output.Table;
import dev.waybill.cli.output.TimeConverter;
import dev.waybill.insight.Insight;
import dev.waybill.insight.Series;
import dev.waybill.insight.SeriesPoint;
import dev.waybill.insight.SeriesQuery;
import dev.waybill.insight.SeriesStep;
import dev.waybill.wire.insight.SeriesJson;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `waybill series`
@Command(
    name = "series",
    description = "Show the figures of the server over time: throughput, backlog and latency.")
public final class SeriesCommand implements Callable<Integer> {

  private static final int ROWS = 30;

  @Option(
      names = "--queue",
      paramLabel = "NAME",
      description = "Show only this queue (default: all queues together).")
  private @Nullable String queue;

  @Option(
      names = "--step",
      paramLabel = "STEP",
      defaultValue = "1m",
      description = "Interval between points: 10s, 1m or 15m (default: 1m).")
  private String step = "1m";

  @Option(
      names = "--last",
      paramLabel = "AGE",
      converter = TimeConverter.class,
      description = "Period to show, such as 2h (default: the last 30 points; with --json, all).")
  private @Nullable Duration last;

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    Duration length =
        Durations.parse(step).orElseThrow(() -> output.usage("--step must be 10s, 1m or 15m"));
    List<String> queues = queue == null ? List.of() : List.of(queue);
    Instant from = last == null ? null : InstantSource.system().instant().minus(last);
    SeriesQuery query = new SeriesQuery(queues, SeriesStep.of(length), from, null);
    try (Waybill waybill = store.openServer()) {
      Series series = waybill.service(Insight.class).series(query);
      if (output.json()) {
        output.wire(SeriesJson.DOCUMENT, series);
      } else {
        output.table(table(queue == null ? series.total() : pointsOf(series)));
      }
    }
    return 0;
  }

  private static List<SeriesPoint> pointsOf(Series series) {
    return series.queues().getFirst().points();
  }

  private Table table(List<SeriesPoint> points) {
    Table table =
        Table.of(
            "TIME",
            "ENQUEUED",
            "STARTED",
            "COMPLETED",
            "FAILED",
            "DEAD",
            "WAITING",
            "RUNNING",
            "WAIT P99",
            "RUN P99");
    int skipped = last == null ? Math.max(0, points.size() - ROWS) : 0;
    points.stream().skip(skipped).forEach(point -> row(table, point));
    return table;
  }

  private static void row(Table table, SeriesPoint point) {
    table.row(
        point.at(),
        point.flow().enqueued(),
        point.flow().started(),
        point.flow().completed(),
        point.flow().failed(),
        point.flow().dead(),
        point.level().waiting(),
        point.level().running(),
        point.waits().p99() + " s",
        point.runs().p99() + " s");
  }
}
