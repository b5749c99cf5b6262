package dev.waybill.server.http.routes;

import dev.waybill.Waybill;
import dev.waybill.admin.CreatedKey;
import dev.waybill.admin.Scope;
import dev.waybill.admin.WaybillAdmin;
import dev.waybill.server.auth.LocalAdmin;
import dev.waybill.server.http.api.Filters;
import dev.waybill.server.http.api.HttpCode;
import dev.waybill.server.http.api.HttpRefusal;
import dev.waybill.server.http.api.Reply;
import dev.waybill.server.http.api.Route;
import dev.waybill.server.http.api.RouteCall;
import dev.waybill.wire.AccessKeyJson;
import dev.waybill.wire.AuditEntryJson;
import dev.waybill.wire.CatalogProgressJson;
import dev.waybill.wire.TokenKeyJson;
import dev.waybill.wire.json.Document;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// Administration: API keys and the audit log of a tenant; the key of task tokens and the search
/// index of all tenants.
final class AdminRoutes {

  private static final String NEW_KEY =
      "{\"scopes\": [\"produce\", \"read\"], \"label\": \"web shop\"}";

  private AdminRoutes() {}

  static List<Route> routes() {
    return List.of(
        Route.post("/v1/keys", Scope.ADMIN, "Create an API key", AdminRoutes::createKey)
            .reads(AccessKeyJson.NEW, NEW_KEY)
            .answers(201, AccessKeyJson.CREATED, "The key. Its text is shown only once."),
        Route.get("/v1/keys", Scope.ADMIN, "List API keys", AdminRoutes::keys)
            .asks(Filters.CURSOR, Filters.LIMIT)
            .answers(
                200,
                AccessKeyJson.PAGE,
                "Valid keys, and the last 100 that were revoked or have expired; newest first."),
        Route.get("/v1/keys/{id}", Scope.ADMIN, "Get an API key", AdminRoutes::key)
            .answers(200, AccessKeyJson.DOCUMENT, "The key, without its text."),
        Route.post("/v1/keys/{id}/revoke", Scope.ADMIN, "Revoke an API key", AdminRoutes::revokeKey)
            .answers(200, AccessKeyJson.DOCUMENT, "The key is revoked."),
        Route.get("/v1/audit", Scope.ADMIN, "List the audit log", AdminRoutes::audit)
            .asks(Filters.CURSOR, Filters.LIMIT)
            .answers(200, AuditEntryJson.PAGE, "A page of entries, oldest first."),
        Route.post(
                "/v1/token-keys/rotate",
                Scope.ADMIN,
                "Rotate the key that signs task tokens",
                ofAllTenants(200, TokenKeyJson.DOCUMENT, WaybillAdmin::rotateTokenKey))
            .answers(
                200,
                TokenKeyJson.DOCUMENT,
                "Tokens of the previous key stay valid, older ones do not."),
        Route.get(
                "/v1/catalog",
                Scope.ADMIN,
                "Get the progress of the search index",
                ofAllTenants(200, CatalogProgressJson.DOCUMENT, WaybillAdmin::index))
            .answers(200, CatalogProgressJson.DOCUMENT, "As of at most a second ago."),
        Route.post(
                "/v1/catalog/rebuild",
                Scope.ADMIN,
                "Rebuild the search index",
                ofAllTenants(202, CatalogProgressJson.DOCUMENT, WaybillAdmin::rebuildIndex))
            .answers(
                202,
                CatalogProgressJson.DOCUMENT,
                "The rebuild has started; `GET /v1/catalog` shows its progress."));
  }

  /// While access is open, a new key would lock out all other callers.
  private static Reply createKey(RouteCall call) {
    if (call.caller().isAnybody()) {
      throw new HttpRefusal(
          HttpCode.FORBIDDEN,
          "create the first key while no server runs on the data directory: waybill keys create");
    }
    CreatedKey made = admin(call).createKey(call.document(AccessKeyJson.NEW));
    return Reply.json(201, AccessKeyJson.CREATED, made)
        .with(Map.of("Location", "/v1/keys/" + made.key().id()));
  }

  private static Reply keys(RouteCall call) {
    return Reply.json(200, AccessKeyJson.PAGE, admin(call).keys(Filters.page(call.query())));
  }

  private static Reply key(RouteCall call) {
    return Reply.json(200, AccessKeyJson.DOCUMENT, admin(call).key(call.value("id")));
  }

  private static Reply revokeKey(RouteCall call) {
    return Reply.json(200, AccessKeyJson.DOCUMENT, admin(call).revokeKey(call.value("id")));
  }

  private static Reply audit(RouteCall call) {
    return Reply.json(200, AuditEntryJson.PAGE, admin(call).audit(Filters.page(call.query())));
  }

  /// For resources of all tenants: only administrators of the default tenant may use them.
  private static <T> Route.Handling ofAllTenants(
      int status, Document<T> document, Function<WaybillAdmin, T> action) {
    return call -> {
      if (!call.caller().tenant().equals(Waybill.DEFAULT_TENANT)) {
        throw new HttpRefusal(
            HttpCode.FORBIDDEN,
            "only administrators of the tenant " + Waybill.DEFAULT_TENANT + " may do this");
      }
      return Reply.json(status, document, action.apply(admin(call)));
    };
  }

  private static WaybillAdmin admin(RouteCall call) {
    return call.waybill().service(LocalAdmin.class);
  }
}
