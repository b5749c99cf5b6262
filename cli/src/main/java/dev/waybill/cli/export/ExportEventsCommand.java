package dev.waybill.cli.export;

import dev.waybill.JobFilter;
import dev.waybill.Waybill;
import dev.waybill.message.MessageFilter;
import dev.waybill.wire.json.FlatDocument;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `waybill export events`
@Command(
    name = "events",
    description =
        "Write the events of jobs and messages to a file. The range is that of the jobs"
            + " and messages.")
final class ExportEventsCommand implements Callable<Integer> {

  @Option(
      names = "--of",
      paramLabel = "WHAT",
      description = "Only the events of jobs, or only those of messages.")
  private Set<Owner> owners = EnumSet.allOf(Owner.class);

  @Option(
      names = "--queue",
      paramLabel = "NAME",
      description = "Of jobs, only those of this queue.")
  private @Nullable String queue;

  @Mixin private final ExportOptions options = new ExportOptions();

  private enum Owner {
    JOBS,
    MESSAGES
  }

  @Override
  public Integer call() {
    return options.run(
        "events",
        "of=%s queue=%s".formatted(EnumSet.copyOf(owners), queue),
        new FlatDocument<>(EventRow.DOCUMENT, Set.of()),
        this::rows);
  }

  private RowSource<EventRow> rows(Waybill waybill, ExportRange range) {
    List<RowSource<EventRow>> sources =
        EnumSet.copyOf(owners).stream().map(owner -> rows(owner, waybill, range)).toList();
    return new OneAfterAnother<>(sources);
  }

  private RowSource<EventRow> rows(Owner owner, Waybill waybill, ExportRange range) {
    return switch (owner) {
      case JOBS ->
          new JobEventRows(waybill, JobRows.of(waybill, JobFilter.ALL.withQueue(queue), range));
      case MESSAGES ->
          new MessageEventRows(
              waybill.messages(),
              MessageRows.of(waybill.messages(), MessageFilter.ALL, range, false));
    };
  }
}
