package dev.waybill.server.http.routes;

import dev.waybill.ServiceInfo;
import dev.waybill.admin.Scope;
import dev.waybill.server.http.api.Reply;
import dev.waybill.server.http.api.Route;
import dev.waybill.wire.InfoJson;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;

/// Describes the server.
final class InfoRoutes {

  private static final Document<ServerInfo> DOCUMENT = document();

  private record ServerInfo(ServiceInfo info, String tenant, boolean hasConsole) {}

  private InfoRoutes() {}

  static Route route(boolean hasConsole) {
    return Route.get(
            "/v1/info",
            Scope.READ,
            "Get the version and the capabilities of the store",
            call ->
                Reply.json(
                    200,
                    DOCUMENT,
                    new ServerInfo(call.waybill().info(), call.caller().tenant(), hasConsole)))
        .answers(200, DOCUMENT, "The version and the capabilities.");
  }

  private static Document<ServerInfo> document() {
    Fields<ServerInfo> fields =
        Fields.of("ServerInfo", "Version of the server and capabilities of its store.");
    var info = fields.include(InfoJson.DOCUMENT, ServerInfo::info);
    var tenant = fields.text("tenant", ServerInfo::tenant, "Tenant of the caller.");
    var console =
        fields.flag("console", ServerInfo::hasConsole, "Whether `/console/` has the web console.");
    return fields.make(in -> new ServerInfo(in.get(info), in.get(tenant), in.get(console)));
  }
}
