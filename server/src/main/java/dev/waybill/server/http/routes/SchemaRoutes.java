package dev.waybill.server.http.routes;

import dev.waybill.Code;
import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.admin.Scope;
import dev.waybill.base.Text;
import dev.waybill.events.schema.SchemaVersion;
import dev.waybill.server.http.api.Filters;
import dev.waybill.server.http.api.Replies;
import dev.waybill.server.http.api.Reply;
import dev.waybill.server.http.api.Route;
import dev.waybill.server.http.api.RouteCall;
import dev.waybill.topic.Schema;
import dev.waybill.topic.Schemas;
import dev.waybill.topic.Unusable;
import dev.waybill.topic.Violation;
import dev.waybill.wire.topic.RegisteredSchemaJson;
import dev.waybill.wire.topic.SchemaJson;
import dev.waybill.wire.topic.ViolationJson;
import java.util.List;
import java.util.Map;

/// Schemas of events.
final class SchemaRoutes {

  private static final String TYPE = "/v1/schemas/{type}";
  private static final String ONE = TYPE + "/{version}";
  private static final DefinitionList<Schema> BY_VERSION =
      new DefinitionList<>(SchemaRoutes::name, SchemaRoutes::compare, SchemaJson.LIST);

  private SchemaRoutes() {}

  static List<Route> routes() {
    return List.of(
        Route.get("/v1/schemas", Scope.READ, "List schemas", SchemaRoutes::list)
            .asks(Filters.CURSOR, Filters.LIMIT)
            .answers(200, SchemaJson.LIST, "By type and version."),
        Route.get(TYPE, Scope.READ, "List the versions of a type", SchemaRoutes::versions)
            .asks(Filters.CURSOR, Filters.LIMIT)
            .answers(200, SchemaJson.LIST, "By version."),
        Route.get(ONE, Scope.READ, "Get a schema", SchemaRoutes::show)
            .answers(200, SchemaJson.DOCUMENT, "The schema."),
        Route.put(ONE, Scope.OPERATE, "Register a schema", SchemaRoutes::register)
            .reads(
                SchemaJson.DEFINITION,
                """
                {"schema": {"$schema": "https://json-schema.org/draft/2020-12/schema", \
                "type": "object", "required": ["id"]}, "compatibility": "backward"}\
                """)
            .answers(200, RegisteredSchemaJson.DOCUMENT, "The registered schema."),
        Route.delete(ONE, Scope.OPERATE, "Delete an unusable schema", SchemaRoutes::delete)
            .answers(200, Replies.DONE, "Deleted."),
        Route.post(
                ONE + "/judge",
                Scope.OPERATE,
                "Check whether a schema can be registered",
                SchemaRoutes::judge)
            .reads(SchemaJson.DEFINITION, "{\"schema\": {\"type\": \"object\"}}")
            .answers(200, SchemaJson.JUDGEMENT, "The verdict. Nothing is changed."),
        Route.post(
                ONE + "/validate",
                Scope.READ,
                "Validate an event as a consumer",
                SchemaRoutes::validate)
            .reads(Route.Body.DOCUMENT)
            .answers(200, ViolationJson.LIST, "The violations."),
        Route.post(
                ONE + "/upcast",
                Scope.READ,
                "Convert an event to a newer version",
                SchemaRoutes::upcast)
            .reads(Route.Body.DOCUMENT)
            .asks(Route.Parameter.required("to", "The target version."))
            .answers(200, "application/json", null, "The event in the newer version."),
        Route.get(ONE + "/sample", Scope.READ, "Get an example event", SchemaRoutes::sample)
            .answers(200, "application/json", null, "The event."),
        Route.get(
                "/v1/asyncapi",
                Scope.READ,
                "Get topics and types as an AsyncAPI 3 document",
                SchemaRoutes::asyncApi)
            .answers(200, "application/json", null, "The document."));
  }

  private static Reply list(RouteCall call) {
    Schemas schemas = call.waybill().schemas();
    return BY_VERSION.reply(call, schemas.list(), schemas.unusable());
  }

  private static Reply versions(RouteCall call) {
    String type = call.value("type");
    Schemas schemas = call.waybill().schemas();
    List<Schema> versions = schemas.list().stream().filter(one -> one.type().equals(type)).toList();
    List<Unusable> unusable =
        schemas.unusable().stream().filter(one -> one.name().startsWith(type + "/")).toList();
    if (versions.isEmpty() && unusable.isEmpty()) {
      throw new WaybillException(Code.NOT_FOUND, "there is no schema of " + Text.quote(type));
    }
    return BY_VERSION.reply(call, versions, unusable);
  }

  private static Reply delete(RouteCall call) {
    if (!call.waybill().schemas().delete(call.value("type"), call.value("version"))) {
      throw noSchema(call);
    }
    return Replies.done();
  }

  private static String name(Schema schema) {
    return schema.type() + "/" + schema.version();
  }

  /// Orders by type, then by version.
  private static int compare(String one, String other) {
    String[] a = one.split("/", 2);
    String[] b = other.split("/", 2);
    int types = a[0].compareTo(b[0]);
    return types != 0 || a.length < 2 || b.length < 2
        ? types
        : SchemaVersion.of(a[1]).compareTo(SchemaVersion.of(b[1]));
  }

  private static Reply show(RouteCall call) {
    return reply(find(call));
  }

  private static Reply register(RouteCall call) {
    List<String> warnings = call.waybill().schemas().register(wanted(call));
    Schema registered = find(call);
    return Reply.json(
        200, RegisteredSchemaJson.DOCUMENT, new RegisteredSchemaJson(registered, warnings));
  }

  private static Reply judge(RouteCall call) {
    List<String> reasons = call.waybill().schemas().judge(wanted(call));
    return Reply.json(200, SchemaJson.JUDGEMENT, reasons);
  }

  private static Reply validate(RouteCall call) {
    List<Violation> violations =
        call.waybill()
            .schemas()
            .validate(call.value("type"), call.value("version"), call.body().text());
    return Reply.json(200, ViolationJson.LIST, violations);
  }

  private static Reply upcast(RouteCall call) {
    String to = call.query().required("to");
    return json(
        call.waybill()
            .schemas()
            .upcast(call.value("type"), call.value("version"), to, call.body().text()));
  }

  private static Reply sample(RouteCall call) {
    return json(call.waybill().schemas().sample(call.value("type"), call.value("version")));
  }

  private static Reply asyncApi(RouteCall call) {
    return json(call.waybill().schemas().asyncApi());
  }

  private static Schema wanted(RouteCall call) {
    return call.document(SchemaJson.DEFINITION).withName(call.value("type"), call.value("version"));
  }

  private static Schema find(RouteCall call) {
    String type = call.value("type");
    String version = call.value("version");
    return call.waybill().schemas().find(type, version).orElseThrow(() -> noSchema(call));
  }

  private static WaybillException noSchema(RouteCall call) {
    return new WaybillException(
        Code.NOT_FOUND,
        "there is no schema of "
            + Text.quote(call.value("type"))
            + " "
            + Text.quote(call.value("version")));
  }

  private static Reply reply(Schema schema) {
    return Reply.json(200, SchemaJson.DOCUMENT, schema);
  }

  private static Reply json(String document) {
    return new Reply.Document(200, "application/json", Payload.of(document), Map.of());
  }
}
