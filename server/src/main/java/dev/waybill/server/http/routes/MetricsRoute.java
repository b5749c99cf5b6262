package dev.waybill.server.http.routes;

import dev.waybill.Waybill;
import dev.waybill.admin.Scope;
import dev.waybill.server.http.api.HttpCode;
import dev.waybill.server.http.api.HttpRefusal;
import dev.waybill.server.http.api.Reply;
import dev.waybill.server.http.api.Route;
import dev.waybill.server.http.api.RouteCall;
import dev.waybill.server.telemetry.MetricsPage;

/// Shows the metrics of the whole server, for Prometheus.
final class MetricsRoute {

  private MetricsRoute() {}

  static Route of(MetricsPage page) {
    return Route.get("/metrics", Scope.READ, "Metrics of this server", call -> show(call, page))
        .answers(200, "text/plain", null, "In the text format of Prometheus.")
        .answers(200, "application/openmetrics-text", null, "In the format OpenMetrics.");
  }

  /// The page names the queues of all tenants, so it is for the tenant of whoever runs the server.
  private static Reply show(RouteCall call, MetricsPage page) {
    if (!call.caller().tenant().equals(Waybill.DEFAULT_TENANT)) {
      throw new HttpRefusal(
          HttpCode.FORBIDDEN,
          "the numbers tell of all tenants; only tenant \"default\" may read them");
    }
    MetricsPage.Format format = MetricsPage.Format.accepted(call.header("Accept").orElse(""));
    return Reply.text(format.mediaType(), page.text(format));
  }
}
