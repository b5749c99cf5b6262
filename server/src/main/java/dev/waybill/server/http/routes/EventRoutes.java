package dev.waybill.server.http.routes;

import dev.waybill.EventCursor;
import dev.waybill.EventReader;
import dev.waybill.EventSelection;
import dev.waybill.Job;
import dev.waybill.JobEvent;
import dev.waybill.Page;
import dev.waybill.admin.Scope;
import dev.waybill.server.http.api.Filters;
import dev.waybill.server.http.api.HttpCode;
import dev.waybill.server.http.api.HttpRefusal;
import dev.waybill.server.http.api.Query;
import dev.waybill.server.http.api.Reply;
import dev.waybill.server.http.api.Route;
import dev.waybill.server.http.api.RouteCall;
import dev.waybill.server.http.stream.EncodedEvents;
import dev.waybill.server.http.stream.EventFormat;
import dev.waybill.server.http.stream.EventPage;
import dev.waybill.server.http.stream.EventPump;
import dev.waybill.server.http.stream.StoredEvents;
import dev.waybill.wire.job.JobEventJson;
import dev.waybill.wire.json.Shape;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// Returns the events of a job: as a page, or as a stream until the job has finished.
final class EventRoutes {

  private final EncodedEvents encoded = new EncodedEvents();

  List<Route> routes() {
    return List.of(
        Route.get(
                "/v1/jobs/{id}/events",
                Scope.READ,
                "Read or follow the events of a job",
                this::events)
            .asks(
                Route.Parameter.of("cursor", "Return events after this one, `attempt.sequence`."),
                Route.Parameter.of(
                    "from_sequence",
                    Shape.Scalar.WHOLE,
                    "Begin with this sequence of the first attempt. Events of later attempts follow"
                        + " in full."),
                Route.Parameter.of(
                    "from_attempt",
                    Shape.Scalar.WHOLE,
                    "The attempt to begin with. Default: the first."),
                Route.Parameter.of(
                    "from_timestamp", Shape.Scalar.TIME, "Return events of this time or later."),
                new Route.Parameter(
                    "type",
                    "Return events of this type; repeat it or separate several with commas.",
                    true),
                Route.Parameter.of(
                    "follow",
                    Shape.Scalar.FLAG,
                    "For streams: `false` ends the stream after the stored events."),
                Filters.LIMIT,
                Filters.ENCODING)
            .answers(200, JobEventJson.PAGE, "A page of stored events.")
            .answers(
                200,
                EventFormat.SSE,
                null,
                "One message per event; its `id` is `attempt.sequence`.")
            .answers(
                200, EventFormat.NDJSON, JobEventJson.DOCUMENT.shape(), "One event per line."));
  }

  private Reply events(RouteCall call) {
    EventSelection selection = selection(call);
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
        "events are available as text/event-stream, application/x-ndjson or application/json");
  }

  /// Begins after the header `Last-Event-ID` or the cursor, but not before `from_attempt` and
  /// `from_sequence`.
  private static EventSelection selection(RouteCall call) {
    Query query = call.query();
    EventCursor after =
        call.header("Last-Event-ID")
            .filter(id -> !id.isEmpty())
            .or(() -> query.text("cursor"))
            .map(EventCursor::parse)
            .orElse(EventCursor.START);
    EventCursor from =
        EventCursor.from(query.whole("from_attempt", 1), query.number("from_sequence").orElse(0L));
    return new EventSelection(
        after.orLater(from),
        query.time("from_timestamp").orElse(Instant.MIN),
        Set.copyOf(query.texts("type")));
  }

  private static Reply page(RouteCall call, EventSelection selection) {
    int limit = Filters.page(call.query()).limit();
    Page<JobEvent> page = EventPage.read(call.waybill(), call.job(), selection, limit);
    return Reply.json(200, call.query().encoding(), JobEventJson.PAGE, page);
  }

  private Reply stream(RouteCall call, EventSelection selection, EventFormat format) {
    EventFormat encodedAs = format.encodedAs(call.query().encoding());
    Supplier<EventReader> events = source(call, selection);
    return new Reply.Stream(
        format.mediaType(),
        writer -> {
          EventPump pump = new EventPump(encoded, selection, encodedAs, writer);
          if (pumpAll(pump, events)) {
            Optional<Job> ended = call.waybill().find(call.job()).filter(EventRoutes::hasEnded);
            ended.ifPresent(job -> writer.write(encodedAs.end(job)));
          }
        });
  }

  private static Supplier<EventReader> source(RouteCall call, EventSelection selection) {
    if (call.query().flag("follow", true)) {
      return call.waybill().follow(call.job(), selection.after())::open;
    }
    EventReader stored = new StoredEvents(call.waybill(), call.job(), selection.after());
    return () -> stored;
  }

  private static boolean pumpAll(EventPump pump, Supplier<EventReader> events) {
    try (EventReader reader = events.get()) {
      return pump.pump(reader);
    }
  }

  private static boolean hasEnded(Job job) {
    return job.state().isTerminal();
  }
}
