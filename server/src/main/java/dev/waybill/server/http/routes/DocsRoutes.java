package dev.waybill.server.http.routes;

import dev.waybill.Payload;
import dev.waybill.server.http.api.DocsPage;
import dev.waybill.server.http.api.OpenApi;
import dev.waybill.server.http.api.Reply;
import dev.waybill.server.http.api.Route;
import java.util.List;
import java.util.Map;

/// Serves the description of the API, for programs and for people.
final class DocsRoutes {

  private DocsRoutes() {}

  static List<Route> about(List<Route> routes) {
    Reply document = Reply.text("application/json", OpenApi.of(routes));
    Reply page = Reply.text("text/html; charset=utf-8", DocsPage.of(routes)).with(DocsPage.HEADERS);
    Reply toPage =
        new Reply.Document(302, "text/plain", Payload.empty(), Map.of("Location", "/docs"));
    return List.of(
        Route.get("/openapi.json", null, "This description, as OpenAPI 3.1", _ -> document)
            .answers(200, "application/json", null, "The document."),
        Route.get("/docs", null, "Get this description as a page", _ -> page)
            .answers(200, "text/html", null, "A page."),
        Route.get("/", null, "Redirect to the description", _ -> toPage)
            .answers(302, "text/plain", null, "See `Location`."));
  }
}
