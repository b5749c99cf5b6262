package dev.waybill.server.http.routes;

import dev.waybill.Code;
import dev.waybill.Timeline;
import dev.waybill.WaybillException;
import dev.waybill.admin.Scope;
import dev.waybill.base.Text;
import dev.waybill.server.http.api.Reply;
import dev.waybill.server.http.api.Route;
import dev.waybill.server.http.api.RouteCall;
import dev.waybill.wire.TimelineJson;
import java.util.List;

/// Timelines of correlation IDs, jobs and messages.
final class TimelineRoutes {

  private TimelineRoutes() {}

  static List<Route> routes() {
    return List.of(
        Route.get(
                "/v1/timelines/{correlation_id}",
                Scope.READ,
                "Show everything with a correlation ID, or that of a job or message",
                call -> timeline(call, call.value("correlation_id")))
            .answers(200, TimelineJson.DOCUMENT, "Oldest first."),
        Route.get(
                "/v1/timelines",
                Scope.READ,
                "Get the timeline of an ID that cannot be part of a path",
                call -> timeline(call, call.query().required("correlation_id")))
            .asks(
                Route.Parameter.required(
                    "correlation_id", "The correlation ID, or the ID of a job or message."))
            .answers(200, TimelineJson.DOCUMENT, "Oldest first."));
  }

  private static Reply timeline(RouteCall call, String id) {
    Timeline timeline = call.waybill().timeline(id);
    if (timeline.entries().isEmpty()) {
      throw new WaybillException(
          Code.NOT_FOUND, "no job or message has the ID or correlation ID " + Text.quote(id));
    }
    return Reply.json(200, TimelineJson.DOCUMENT, timeline);
  }
}
