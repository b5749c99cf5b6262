package dev.waybill.cli.insight;

import dev.waybill.State;
import dev.waybill.Waybill;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.DisplayText;
import dev.waybill.cli.output.Output;
import dev.waybill.cli.output.Table;
import dev.waybill.cli.output.TimeConverter;
import dev.waybill.insight.FailureGroup;
import dev.waybill.insight.FailureQuery;
import dev.waybill.insight.Failures;
import dev.waybill.insight.Insight;
import dev.waybill.wire.insight.FailuresJson;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `waybill failures`
@Command(
    name = "failures",
    description = "List failed and dead jobs in groups of the same error, the latest first.")
public final class FailuresCommand implements Callable<Integer> {

  @Option(names = "--queue", paramLabel = "NAME", description = "Only jobs of this queue.")
  private @Nullable String queue;

  @Option(names = "--type", paramLabel = "NAME", description = "Only jobs of this type.")
  private @Nullable String type;

  @Option(names = "--state", paramLabel = "STATE", description = "Only failed or only dead jobs.")
  private @Nullable State state;

  @Option(
      names = "--since",
      paramLabel = "AGE",
      converter = TimeConverter.class,
      description = "Only jobs that ended in this time, such as 24h.")
  private @Nullable Duration since;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "50",
      description = "The number of groups, 1 to 200 (default: 50).")
  private int limit;

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    Set<State> states = state == null ? FailureQuery.FAILED : Set.of(state);
    Instant now = InstantSource.system().instant();
    Instant from = since == null ? null : now.minus(since);
    FailureQuery query = new FailureQuery(queue, type, states, from, limit);
    try (Waybill waybill = store.open()) {
      show(waybill.service(Insight.class).failures(query));
    }
    return 0;
  }

  private void show(Failures failures) {
    if (output.json()) {
      output.wire(FailuresJson.DOCUMENT, failures);
      return;
    }
    if (failures.groups().isEmpty()) {
      output.line("no failures");
      return;
    }
    output.table(table(failures, InstantSource.system().instant()));
    if (failures.truncated()) {
      output.note("there are more groups, or jobs that were not counted");
    }
    output.line("redrive the dead jobs of a group: waybill redrive --all --failure-group GROUP");
  }

  private static Table table(Failures failures, Instant now) {
    Table table = Table.endingInText("GROUP", "JOBS", "QUEUE", "TYPE", "LAST", "FIRST", "ERROR");
    for (FailureGroup group : failures.groups()) {
      table.row(
          group.group(),
          group.count(),
          group.place().queue(),
          group.place().type(),
          DisplayText.since(group.times().last(), now),
          DisplayText.since(group.times().first(), now),
          group.cause().code() + ": " + group.cause().message());
    }
    return table;
  }
}
