package dev.waybill.server.http;

import dev.waybill.Code;
import dev.waybill.Text;
import dev.waybill.Timeline;
import dev.waybill.WaybillException;
import dev.waybill.server.auth.Scope;
import dev.waybill.wire.TimelineJson;

/// Tells everything that belongs together.
final class TimelineRoutes {

  private TimelineRoutes() {}

  static Route route() {
    return Route.get(
            "/v1/timelines/{correlation_id}",
            Scope.READ,
            "Tell what belongs together as one story",
            TimelineRoutes::tell)
        .answers(200, TimelineJson.SHAPE, "Oldest first.");
  }

  private static Reply tell(Call call) {
    String id = call.value("correlation_id");
    Timeline timeline = call.waybill().timeline(id);
    if (timeline.entries().isEmpty()) {
      throw new WaybillException(
          Code.NOT_FOUND, "nothing carries the correlation id " + Text.quote(id));
    }
    return Reply.json(200, out -> TimelineJson.write(out, timeline));
  }
}
