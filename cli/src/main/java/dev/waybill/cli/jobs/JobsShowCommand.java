package dev.waybill.cli.jobs;

import dev.waybill.EventCursor;
import dev.waybill.JobEvent;
import dev.waybill.JobId;
import dev.waybill.Waybill;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.Output;
import dev.waybill.wire.job.JobEventJson;
import dev.waybill.wire.json.Codecs;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `waybill jobs show`
@Command(name = "show", description = "Show a job with its attempts and events.")
final class JobsShowCommand implements Callable<Integer> {

  private static final Document<Details> DETAILS = document();

  @Parameters(paramLabel = "ID", description = "The ID of the job.")
  private String id = "";

  @Option(
      names = "--events",
      paramLabel = "N",
      description = "Maximum number of events (default: ${DEFAULT-VALUE}).")
  private int maxEvents = 100;

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    JobId wanted = JobId.parse(id);
    try (Waybill waybill = store.open()) {
      JobHistory history = JobHistory.of(waybill, wanted);
      show(history, waybill.events(wanted, EventCursor.START, maxEvents));
    }
    return 0;
  }

  private void show(JobHistory history, List<JobEvent> events) {
    if (output.json()) {
      output.wire(DETAILS, new Details(history, events));
      return;
    }
    history.print(output);
    if (!events.isEmpty()) {
      output.section("events", JobDetails.events(events).lines(output.colors()));
    }
  }

  private record Details(JobHistory history, List<JobEvent> events) {}

  private static Document<Details> document() {
    Fields<Details> fields = Fields.of("JobDetails", "A job with its attempts and events.");
    var history = fields.include(JobHistory.DOCUMENT, Details::history);
    var events =
        fields.required(
            "events",
            Codecs.list(JobEventJson.DOCUMENT, Integer.MAX_VALUE),
            Details::events,
            "Its first events.");
    return fields.make(in -> new Details(in.get(history), in.get(events)));
  }
}
