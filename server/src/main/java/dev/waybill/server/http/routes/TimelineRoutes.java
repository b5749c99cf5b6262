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

/// Tells everything that belongs together.
final class TimelineRoutes {

  private TimelineRoutes() {}

  static List<Route> routes() {
    return List.of(
        Route.get(
                "/v1/timelines/{correlation_id}",
                Scope.READ,
                "Show everything with a correlation ID",
                call -> tell(call, call.value("correlation_id")))
            .answers(200, TimelineJson.DOCUMENT, "Oldest first."),
        Route.get(
                "/v1/timelines",
                Scope.READ,
                "The same, for ids that cannot stand in a path",
                call -> tell(call, call.query().required("correlation_id")))
            .asks(Route.Parameter.required("correlation_id", "What belongs together."))
            .answers(200, TimelineJson.DOCUMENT, "Oldest first."));
  }

  private static Reply tell(RouteCall call, String id) {
    Timeline timeline = call.waybill().timeline(id);
    if (timeline.entries().isEmpty()) {
      throw new WaybillException(
          Code.NOT_FOUND, "nothing carries the correlation id " + Text.quote(id));
    }
    return Reply.json(200, TimelineJson.DOCUMENT, timeline);
  }
}
