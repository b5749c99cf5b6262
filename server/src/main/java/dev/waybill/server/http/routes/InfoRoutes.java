package dev.waybill.server.http.routes;

import dev.waybill.admin.Scope;
import dev.waybill.server.http.api.Reply;
import dev.waybill.server.http.api.Route;
import dev.waybill.wire.InfoJson;

/// Describes the server.
final class InfoRoutes {

  private InfoRoutes() {}

  static Route route() {
    return Route.get(
            "/v1/info",
            Scope.READ,
            "Get the version and the capabilities of the store",
            call -> Reply.json(200, InfoJson.DOCUMENT, call.waybill().info()))
        .answers(200, InfoJson.DOCUMENT, "The version and the capabilities.");
  }
}
