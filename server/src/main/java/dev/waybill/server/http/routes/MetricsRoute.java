package dev.waybill.server.http.routes;

import dev.waybill.Waybill;
import dev.waybill.admin.Scope;
import dev.waybill.server.http.api.HttpCode;
import dev.waybill.server.http.api.HttpRefusal;
import dev.waybill.server.http.api.Reply;
import dev.waybill.server.http.api.Route;
import dev.waybill.server.http.api.RouteCall;
import dev.waybill.server.telemetry.MetricsPage;

/// Serves the metrics of the server, for Prometheus.
final class MetricsRoute {

  private MetricsRoute() {}

  static Route of(MetricsPage page) {
    return Route.get(
            "/metrics", Scope.READ, "Get the metrics of this server", call -> show(call, page))
        .answers(200, "text/plain", null, "In the text format of Prometheus.")
        .answers(200, "application/openmetrics-text", null, "In the OpenMetrics format.");
  }

  /// The page names the queues of all tenants, so only the default tenant may read it.
  private static Reply show(RouteCall call, MetricsPage page) {
    if (!call.caller().tenant().equals(Waybill.DEFAULT_TENANT)) {
      throw new HttpRefusal(
          HttpCode.FORBIDDEN,
          "metrics cover all tenants; only the tenant \"default\" may read them");
    }
    MetricsPage.Format format = MetricsPage.Format.accepted(call.header("Accept").orElse(""));
    return Reply.text(format.mediaType(), page.text(format));
  }
}
