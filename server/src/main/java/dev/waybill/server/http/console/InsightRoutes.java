package dev.waybill.server.http.console;

import dev.waybill.JobId;
import dev.waybill.State;
import dev.waybill.admin.Scope;
import dev.waybill.insight.FailureQuery;
import dev.waybill.insight.Insight;
import dev.waybill.insight.SeriesQuery;
import dev.waybill.insight.SeriesStep;
import dev.waybill.server.http.api.Query;
import dev.waybill.server.http.api.Reply;
import dev.waybill.server.http.api.Route;
import dev.waybill.server.http.api.RouteCall;
import dev.waybill.wire.insight.FailuresJson;
import dev.waybill.wire.insight.JobExplanationJson;
import dev.waybill.wire.insight.OverviewJson;
import dev.waybill.wire.insight.SeriesJson;
import dev.waybill.wire.insight.WorkersJson;
import dev.waybill.wire.json.Shape;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/// What happens on the server: failures in groups, figures over time, workers and explanations.
public final class InsightRoutes {

  private static final List<String> FAILED =
      FailureQuery.FAILED.stream().map(InsightRoutes::word).sorted().toList();

  private final OverviewStreams overviews;

  public InsightRoutes(OverviewStreams overviews) {
    this.overviews = overviews;
  }

  public List<Route> routes() {
    return List.of(
        Route.get(
                "/v1/failures",
                Scope.READ,
                "List failures, grouped by their error",
                InsightRoutes::failures)
            .asks(
                Route.Parameter.of("queue", "Jobs in this queue."),
                Route.Parameter.of("type", "Jobs of this type."),
                new Route.Parameter(
                    "state",
                    "`failed` or `dead`; the default is both.",
                    new Shape.Words(FAILED),
                    true,
                    false),
                Route.Parameter.of(
                    "since", Shape.Scalar.TIME, "Jobs that ended at this time or later."),
                Route.Parameter.of(
                    "limit", Shape.Scalar.WHOLE, "Number of groups, 1 to 200; the default is 50."))
            .answers(200, FailuresJson.DOCUMENT, "Groups, the latest first."),
        Route.get("/v1/series", Scope.READ, "Get figures over time", InsightRoutes::series)
            .asks(
                new Route.Parameter(
                    "queue",
                    "Queues, at most 20; repeat it or separate several with commas. The default is"
                        + " the 20 busiest.",
                    true),
                Route.Parameter.of(
                    "step",
                    Shape.Scalar.SPAN,
                    "Interval between points: `10s` for the last 30 minutes, `1m` for 6 hours, `15m` for"
                        + " 48 hours. The default is `1m`."),
                Route.Parameter.of("from", Shape.Scalar.TIME, "From this time on."),
                Route.Parameter.of("to", Shape.Scalar.TIME, "Up to this time."))
            .answers(200, SeriesJson.DOCUMENT, "The figures of this server."),
        Route.get("/v1/workers", Scope.READ, "List live workers", InsightRoutes::workers)
            .answers(200, WorkersJson.LIST, "Workers that used this server."),
        Route.get(
                "/v1/jobs/{id}/explain",
                Scope.READ,
                "Explain the state of a job",
                InsightRoutes::explain)
            .answers(200, JobExplanationJson.DOCUMENT, "The explanation."),
        Route.get(
                "/v1/stream/overview",
                Scope.READ,
                "Follow the state of all queues",
                overviews::stream)
            .answers(
                200,
                "text/event-stream",
                OverviewJson.DOCUMENT.shape(),
                "One event `overview` every 2 seconds; its data is this document."));
  }

  private static Reply failures(RouteCall call) {
    Query query = call.query();
    FailureQuery asked =
        new FailureQuery(
            query.text("queue").orElse(null),
            query.text("type").orElse(null),
            states(query),
            query.time("since").orElse(null),
            query.whole("limit", FailureQuery.ALL.limit()));
    return Reply.json(200, FailuresJson.DOCUMENT, insight(call).failures(asked));
  }

  private static Set<State> states(Query query) {
    Set<State> states = new TreeSet<>();
    for (String word : query.texts("state")) {
      if (!FAILED.contains(word)) {
        throw Query.wrong("state", "invalid_value", "must be one of " + FAILED);
      }
      states.add(State.valueOf(word.toUpperCase(Locale.ROOT)));
    }
    return states.isEmpty() ? FailureQuery.FAILED : states;
  }

  private static String word(State state) {
    return state.name().toLowerCase(Locale.ROOT);
  }

  private static Reply series(RouteCall call) {
    Query query = call.query();
    Duration step = query.span("step").orElse(SeriesStep.MINUTE.length());
    SeriesQuery asked =
        new SeriesQuery(
            List.copyOf(query.texts("queue")),
            SeriesStep.of(step),
            query.time("from").orElse(null),
            query.time("to").orElse(null));
    return Reply.json(200, SeriesJson.DOCUMENT, insight(call).series(asked));
  }

  private static Reply workers(RouteCall call) {
    return Reply.json(200, WorkersJson.LIST, insight(call).workers());
  }

  private static Reply explain(RouteCall call) {
    JobId id = call.job();
    return Reply.json(200, JobExplanationJson.DOCUMENT, insight(call).explain(id));
  }

  private static Insight insight(RouteCall call) {
    return call.waybill().service(Insight.class);
  }
}
