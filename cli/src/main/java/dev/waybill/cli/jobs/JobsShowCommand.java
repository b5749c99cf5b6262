package dev.waybill.cli.jobs;

import dev.waybill.Attempt;
import dev.waybill.Code;
import dev.waybill.EventCursor;
import dev.waybill.Job;
import dev.waybill.JobEvent;
import dev.waybill.JobId;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.Output;
import dev.waybill.wire.job.AttemptJson;
import dev.waybill.wire.job.JobEventJson;
import dev.waybill.wire.job.JobJson;
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
      Job job =
          waybill
              .find(wanted)
              .orElseThrow(() -> new WaybillException(Code.NOT_FOUND, "no job " + id));
      List<JobEvent> events = waybill.events(wanted, EventCursor.START, maxEvents);
      show(job, waybill.attempts(wanted), events);
    }
    return 0;
  }

  private void show(Job job, List<Attempt> attempts, List<JobEvent> events) {
    if (output.json()) {
      output.wire(DETAILS, new Details(job, attempts, events));
      return;
    }
    JobDetails details = new JobDetails(job, output.colours());
    details.fields().forEach(output::line);
    if (!attempts.isEmpty()) {
      output.section("attempts", JobDetails.attempts(attempts).lines(output.colours()));
    }
    if (!events.isEmpty()) {
      output.section("events", JobDetails.events(events).lines(output.colours()));
    }
  }

  private record Details(Job job, List<Attempt> attempts, List<JobEvent> events) {}

  private static Document<Details> document() {
    Fields<Details> fields = Fields.of("JobDetails", "A job with its attempts and events.");
    var job = fields.include(JobJson.DOCUMENT, Details::job);
    var attempts =
        fields.required(
            "attempts",
            Codecs.list(AttemptJson.DOCUMENT, Integer.MAX_VALUE),
            Details::attempts,
            "Its attempts, in order.");
    var events =
        fields.required(
            "events",
            Codecs.list(JobEventJson.DOCUMENT, Integer.MAX_VALUE),
            Details::events,
            "Its first events.");
    return fields.make(in -> new Details(in.get(job), in.get(attempts), in.get(events)));
  }
}
