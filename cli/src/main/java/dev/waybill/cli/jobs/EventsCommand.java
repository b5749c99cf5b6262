package dev.waybill.cli.jobs;

import dev.waybill.EventCursor;
import dev.waybill.JobEvent;
import dev.waybill.JobId;
import dev.waybill.Waybill;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.DisplayText;
import dev.waybill.cli.output.Output;
import dev.waybill.wire.job.JobEventJson;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `waybill events`
@Command(name = "events", description = "Show the events of a job, one line for each event.")
public final class EventsCommand implements Callable<Integer> {

  private static final int PAGE = 1_000;

  @Parameters(paramLabel = "ID", description = "The ID of the job.")
  private String id = "";

  @Option(
      names = {"-f", "--follow"},
      description = "Wait for new events until the job has finished.")
  private boolean follow;

  @Option(
      names = "--type",
      paramLabel = "TYPE",
      description = "Show only events of this type; may be repeated.")
  private Set<String> types = Set.of();

  @Option(
      names = "--from-sequence",
      paramLabel = "N",
      description =
          "Start at this sequence number of the first attempt; later attempts are shown in full.")
  private long fromSequence;

  @Option(
      names = "--from-attempt",
      paramLabel = "N",
      description = "The first attempt to show (default: 1).")
  private int fromAttempt = 1;

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    JobId wanted = JobId.parse(id);
    EventCursor from = EventCursor.from(fromAttempt, fromSequence);
    try (Waybill waybill = follow ? store.openLongRunning() : store.open()) {
      if (follow) {
        waybill.follow(wanted, from).forEach(this::show);
      } else {
        showStored(waybill, wanted, from);
      }
    }
    return 0;
  }

  private void showStored(Waybill waybill, JobId job, EventCursor from) {
    List<JobEvent> page = waybill.events(job, from, PAGE);
    while (!page.isEmpty()) {
      page.forEach(this::show);
      page = waybill.events(job, page.getLast().cursor(), PAGE);
    }
  }

  private void show(JobEvent event) {
    if (!types.isEmpty() && !types.contains(event.type())) {
      return;
    }
    if (output.json()) {
      output.wire(JobEventJson.DOCUMENT, event);
      return;
    }
    String line =
        "%s  %d.%d  %-12s  %s"
            .formatted(
                DisplayText.time(event.at()),
                event.attempt(),
                event.sequence(),
                event.type(),
                DisplayText.payload(event.data()));
    output.line(output.shown(line));
  }
}
