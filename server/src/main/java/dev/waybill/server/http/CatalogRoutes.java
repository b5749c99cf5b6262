package dev.waybill.server.http;

import dev.waybill.Waybill;
import dev.waybill.server.auth.CatalogControl;
import dev.waybill.server.auth.Scope;
import dev.waybill.wire.CatalogProgressJson;
import java.util.List;

/// Says how far the catalog of this server is, and throws it away to build it anew.
final class CatalogRoutes {

  private final CatalogControl catalog;

  CatalogRoutes(CatalogControl catalog) {
    this.catalog = catalog;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/v1/catalog", Scope.ADMIN, "Show how far the catalog is", this::show)
            .answers(200, CatalogProgressJson.DOCUMENT, "As of at most a second ago."),
        Route.post("/v1/catalog/rebuild", Scope.ADMIN, "Build the catalog anew", this::rebuild)
            .answers(
                202,
                CatalogProgressJson.DOCUMENT,
                "It begins; `GET /v1/catalog` tells how far it is."));
  }

  private Reply show(Call call) {
    requireOperator(call);
    return reply(200);
  }

  private Reply rebuild(Call call) {
    requireOperator(call);
    catalog.rebuild();
    return reply(202);
  }

  private Reply reply(int status) {
    return Reply.json(
        status,
        CatalogProgressJson.DOCUMENT,
        new CatalogProgressJson(catalog.position(), catalog.last(), catalog.lagSeconds()));
  }

  /// The catalog has the entries of all tenants.
  private static void requireOperator(Call call) {
    if (!call.caller().tenant().equals(Waybill.DEFAULT_TENANT)) {
      throw new HttpRefusal(
          HttpCode.FORBIDDEN,
          "only administrators of the tenant " + Waybill.DEFAULT_TENANT + " may do this");
    }
  }
}
