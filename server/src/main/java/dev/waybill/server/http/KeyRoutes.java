package dev.waybill.server.http;

import static dev.waybill.wire.Shape.Scalar.TEXT;
import static dev.waybill.wire.Shape.Scalar.TIME;
import static dev.waybill.wire.Shape.optional;
import static dev.waybill.wire.Shape.required;

import dev.waybill.Page;
import dev.waybill.server.auth.AccessKey;
import dev.waybill.server.auth.AccessKeyJson;
import dev.waybill.server.auth.AccessKeys;
import dev.waybill.server.auth.CreatedKey;
import dev.waybill.server.auth.NewAccessKey;
import dev.waybill.server.auth.Scope;
import dev.waybill.wire.JsonIn;
import dev.waybill.wire.PageJson;
import dev.waybill.wire.Shape;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Makes, shows and revokes the API keys of the caller's own tenant.
final class KeyRoutes {

  private static final Shape NEW =
      Shape.of(
          "NewAccessKey",
          "A key that is asked for.",
          required("scopes", AccessKeyJson.SCOPES, "What it shall allow."),
          required("label", TEXT, "What it is for."),
          optional("expires_at", TIME, "When it shall end; never if left out."));
  private static final Shape CREATED =
      Shape.of(
          "CreatedAccessKey",
          "A key that was just made.",
          required("key", new Shape.Part(AccessKeyJson.SHAPE), "What is known of it."),
          required("text", TEXT, "The key itself. It is not shown again."));
  private static final Shape PAGE = PageJson.of(AccessKeyJson.SHAPE);

  private final AccessKeys keys;

  KeyRoutes(AccessKeys keys) {
    this.keys = keys;
  }

  List<Route> routes() {
    return List.of(
        Route.post("/v1/keys", Scope.ADMIN, "Make an API key", this::create)
            .reads(NEW, "{\"scopes\": [\"produce\", \"read\"], \"label\": \"web shop\"}")
            .answers(201, CREATED, "The key, shown this once."),
        Route.get("/v1/keys", Scope.ADMIN, "List API keys", this::list)
            .asks(Filters.CURSOR, Filters.LIMIT)
            .answers(200, PAGE, "Valid keys, and the last 100 that have ended; newest first."),
        Route.get("/v1/keys/{id}", Scope.ADMIN, "Show an API key", this::show)
            .answers(200, AccessKeyJson.SHAPE, "What is known of it."),
        Route.post("/v1/keys/{id}/revoke", Scope.ADMIN, "End an API key", this::revoke)
            .answers(200, AccessKeyJson.SHAPE, "It lets nobody in any more."));
  }

  /// While everybody may come in, a key made by anybody would shut out everybody else.
  private Reply create(Call call) {
    if (call.caller().isAnybody()) {
      throw new HttpRefusal(
          HttpCode.FORBIDDEN,
          "the first key is made while no server runs on the folder: waybill keys create");
    }
    CreatedKey made = keys.create(call.document(in -> read(in, call.caller().tenant())));
    return Reply.json(
            201,
            out -> {
              out.object("key", fields -> AccessKeyJson.write(fields, made.key()));
              out.text("text", made.text());
            })
        .with(Map.of("Location", "/v1/keys/" + made.key().id()));
  }

  private static NewAccessKey read(JsonIn in, String tenant) {
    var found =
        new Object() {
          Set<Scope> scopes = Set.of();
          String label = "";
          @Nullable Instant expiresAt;
        };
    in.object(
        NEW,
        field -> {
          switch (field) {
            case "scopes" -> found.scopes = AccessKeyJson.readScopes(in);
            case "label" -> found.label = in.text();
            case "expires_at" -> found.expiresAt = in.time();
            default -> throw in.error("unknown_field", field);
          }
        });
    return new NewAccessKey(tenant, found.scopes, found.label, found.expiresAt);
  }

  private Reply list(Call call) {
    Page<AccessKey> page = keys.list(call.caller().tenant(), Filters.page(call.query()));
    return Reply.json(200, out -> PageJson.write(out, page, AccessKeyJson::write));
  }

  private Reply show(Call call) {
    AccessKey key = keys.find(call.caller().tenant(), call.value("id"));
    return Reply.json(200, out -> AccessKeyJson.write(out, key));
  }

  private Reply revoke(Call call) {
    AccessKey key = keys.revoke(call.caller().tenant(), call.value("id"));
    return Reply.json(200, out -> AccessKeyJson.write(out, key));
  }
}
