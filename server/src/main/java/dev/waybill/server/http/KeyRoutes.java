package dev.waybill.server.http;

import dev.waybill.Page;
import dev.waybill.server.auth.AccessKey;
import dev.waybill.server.auth.AccessKeyJson;
import dev.waybill.server.auth.AccessKeys;
import dev.waybill.server.auth.CreatedKey;
import dev.waybill.server.auth.Scope;
import java.util.List;
import java.util.Map;

/// Makes, shows and revokes the API keys of the caller's own tenant.
final class KeyRoutes {

  private final AccessKeys keys;

  KeyRoutes(AccessKeys keys) {
    this.keys = keys;
  }

  List<Route> routes() {
    return List.of(
        Route.post("/v1/keys", Scope.ADMIN, "Make an API key", this::create)
            .reads(
                AccessKeyJson.NEW, "{\"scopes\": [\"produce\", \"read\"], \"label\": \"web shop\"}")
            .answers(201, AccessKeyJson.CREATED, "The key, shown this once."),
        Route.get("/v1/keys", Scope.ADMIN, "List API keys", this::list)
            .asks(Filters.CURSOR, Filters.LIMIT)
            .answers(
                200,
                AccessKeyJson.PAGE,
                "Valid keys, and the last 100 that have ended; newest first."),
        Route.get("/v1/keys/{id}", Scope.ADMIN, "Show an API key", this::show)
            .answers(200, AccessKeyJson.DOCUMENT, "What is known of it."),
        Route.post("/v1/keys/{id}/revoke", Scope.ADMIN, "End an API key", this::revoke)
            .answers(200, AccessKeyJson.DOCUMENT, "It lets nobody in any more."));
  }

  /// While everybody may come in, a key made by anybody would shut out everybody else.
  private Reply create(Call call) {
    if (call.caller().isAnybody()) {
      throw new HttpRefusal(
          HttpCode.FORBIDDEN,
          "the first key is made while no server runs on the folder: waybill keys create");
    }
    CreatedKey made = keys.create(call.document(AccessKeyJson.NEW).of(call.caller().tenant()));
    return Reply.json(201, AccessKeyJson.CREATED, made)
        .with(Map.of("Location", "/v1/keys/" + made.key().id()));
  }

  private Reply list(Call call) {
    Page<AccessKey> page = keys.list(call.caller().tenant(), Filters.page(call.query()));
    return Reply.json(200, AccessKeyJson.PAGE, page);
  }

  private Reply show(Call call) {
    AccessKey key = keys.find(call.caller().tenant(), call.value("id"));
    return Reply.json(200, AccessKeyJson.DOCUMENT, key);
  }

  private Reply revoke(Call call) {
    AccessKey key = keys.revoke(call.caller().tenant(), call.value("id"));
    return Reply.json(200, AccessKeyJson.DOCUMENT, key);
  }
}
