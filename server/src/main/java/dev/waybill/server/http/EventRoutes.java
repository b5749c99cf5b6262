package dev.waybill.server.http;

import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.JobEvent;
import dev.waybill.Page;
import dev.waybill.WaybillException;
import dev.waybill.server.auth.Scope;
import dev.waybill.wire.JobEventJson;
import dev.waybill.wire.PageJson;
import java.util.List;
import java.util.Optional;

/// Shows what was said about a job: as a page, or as a stream that goes on until the job has ended.
final class EventRoutes {

  List<Route> routes() {
    return List.of(
        Route.get("/v1/jobs/{id}/events", Scope.READ, "Read or follow its events", this::events)
            .asks(
                Route.Parameter.of("cursor", "After this event, `attempt.sequence`."),
                Route.Parameter.of("from_sequence", "Only this sequence and higher ones."),
                Route.Parameter.of("from_timestamp", "Only this time and later."),
                new Route.Parameter("type", "Only this type; may be repeated or a list.", true),
                Route.Parameter.of("follow", "Streams only: `false` ends after what is stored."),
                Filters.LIMIT,
                Filters.ENCODING)
            .answers(200, PageJson.of(JobEventJson.SHAPE), "A page of stored events.")
            .answers(200, EventFormat.SSE, null, "One event each, `id` is `attempt.sequence`.")
            .answers(200, EventFormat.NDJSON, JobEventJson.SHAPE, "One event a line."));
  }

  private Reply events(Call call) {
    EventSelection selection = EventSelection.of(call);
    String accept = call.header("Accept").orElse("*/*");
    if (accept.contains(EventFormat.SSE)) {
      return stream(call, selection, EventFormat.sse());
    }
    if (accept.contains(EventFormat.NDJSON)) {
      return stream(call, selection, EventFormat.ndjson());
    }
    if (accept.contains("*/*") || accept.contains("application/")) {
      return page(call, selection);
    }
    throw new HttpRefusal(
        HttpCode.NOT_ACCEPTABLE,
        "events come as text/event-stream, application/x-ndjson or application/json");
  }

  private static Reply page(Call call, EventSelection selection) {
    int limit = Filters.page(call.query()).limit();
    List<JobEvent> read = call.waybill().events(call.job(), selection.after(), limit);
    List<JobEvent> chosen = read.stream().filter(selection::takes).toList();
    String next = read.size() < limit ? null : EventSelection.text(read.getLast().cursor());
    return Reply.json(
        200,
        call.query().encoding(),
        out -> PageJson.write(out, new Page<>(chosen, next), JobEventJson::write));
  }

  private static Reply stream(Call call, EventSelection selection, EventFormat format) {
    boolean follow = call.query().flag("follow", true);
    EventFormat encoded = format.encodedAs(call.query().encoding());
    Iterable<JobEvent> events =
        follow
            ? call.waybill().follow(call.job(), selection.after())
            : new StoredEvents(call.waybill(), call.job(), selection.after());
    return new Reply.Stream(
        format.mediaType(), writer -> pump(call, events, selection, encoded, writer));
  }

  private static void pump(
      Call call,
      Iterable<JobEvent> events,
      EventSelection selection,
      EventFormat format,
      StreamWriter writer) {
    writer.beatsWith(format.heartbeat());
    try {
      for (JobEvent event : events) {
        if (selection.takes(event) && !writer.write(format.event(event))) {
          return;
        }
      }
      Optional<Job> ended = call.waybill().find(call.job()).filter(EventRoutes::hasEnded);
      ended.ifPresent(job -> writer.write(format.end(job)));
    } catch (WaybillException failure) {
      if (failure.code() != Code.INTERRUPTED) {
        throw failure;
      }
    }
  }

  private static boolean hasEnded(Job job) {
    return job.state().isTerminal();
  }
}
