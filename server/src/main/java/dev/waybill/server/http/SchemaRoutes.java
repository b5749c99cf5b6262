package dev.waybill.server.http;

import static dev.waybill.wire.Shape.Scalar.TEXT;
import static dev.waybill.wire.Shape.required;

import dev.waybill.Code;
import dev.waybill.Payload;
import dev.waybill.Text;
import dev.waybill.WaybillException;
import dev.waybill.server.auth.Scope;
import dev.waybill.topic.PublishAnswer.Violation;
import dev.waybill.topic.Schema;
import dev.waybill.wire.PublishAnswerJson;
import dev.waybill.wire.SchemaJson;
import dev.waybill.wire.Shape;
import java.util.List;
import java.util.Map;

/// What events look like.
final class SchemaRoutes {

  private static final String TYPE = "/v1/schemas/{type}";
  private static final String ONE = TYPE + "/{version}";
  private static final Shape LIST = TopicRoutes.list("SchemaList", SchemaJson.SHAPE);

  private static final Shape JUDGED =
      Shape.of(
          "SchemaJudgement",
          "Whether a schema could be registered.",
          required("reasons", new Shape.Items(TEXT), "Why not; empty where it could."));

  private static final Shape VALIDATED =
      Shape.of(
          "Validated",
          "What is wrong with an event.",
          required(
              "violations",
              new Shape.Items(new Shape.Part(PublishAnswerJson.VIOLATION)),
              "Empty where nothing is."));

  private SchemaRoutes() {}

  static List<Route> routes() {
    return List.of(
        Route.get("/v1/schemas", Scope.READ, "List schemas", SchemaRoutes::list)
            .answers(200, LIST, "By type and version."),
        Route.get(TYPE, Scope.READ, "List the versions of a type", SchemaRoutes::versions)
            .answers(200, LIST, "By version."),
        Route.get(ONE, Scope.READ, "Show a schema", SchemaRoutes::show)
            .answers(200, SchemaJson.SHAPE, "The schema."),
        Route.put(ONE, Scope.OPERATE, "Register a schema", SchemaRoutes::register)
            .reads(
                SchemaJson.DEFINITION,
                """
                {"schema": {"$schema": "https://json-schema.org/draft/2020-12/schema", \
                "type": "object", "required": ["id"]}, "compatibility": "backward"}\
                """)
            .answers(200, SchemaJson.REGISTERED, "The schema as it is registered."),
        Route.post(
                ONE + "/judge",
                Scope.OPERATE,
                "Say whether it could be registered",
                SchemaRoutes::judge)
            .reads(SchemaJson.DEFINITION, "{\"schema\": {\"type\": \"object\"}}")
            .answers(200, JUDGED, "Nothing was changed."),
        Route.post(
                ONE + "/validate",
                Scope.READ,
                "Check an event as a consumer",
                SchemaRoutes::validate)
            .answers(200, VALIDATED, "Where it is wrong."),
        Route.post(
                ONE + "/upcast",
                Scope.READ,
                "Make an event one of a newer version",
                SchemaRoutes::upcast)
            .asks(Route.Parameter.of("to", "The version wanted."))
            .answers(200, "application/json", null, "The event in the newer version."),
        Route.get(ONE + "/sample", Scope.READ, "Show an event that it allows", SchemaRoutes::sample)
            .answers(200, "application/json", null, "The event."),
        Route.get(
                "/v1/asyncapi",
                Scope.READ,
                "Topics and types as AsyncAPI 3",
                SchemaRoutes::asyncApi)
            .answers(200, "application/json", null, "The document."));
  }

  private static Reply list(Call call) {
    return reply(call.waybill().schemas().list());
  }

  private static Reply versions(Call call) {
    String type = call.value("type");
    List<Schema> versions =
        call.waybill().schemas().list().stream().filter(one -> one.type().equals(type)).toList();
    if (versions.isEmpty()) {
      throw new WaybillException(Code.NOT_FOUND, "there is no schema of " + Text.quote(type));
    }
    return reply(versions);
  }

  private static Reply show(Call call) {
    return reply(find(call));
  }

  private static Reply register(Call call) {
    List<String> warnings = call.waybill().schemas().register(wanted(call));
    Schema registered = find(call);
    return Reply.json(200, out -> SchemaJson.writeRegistered(out, registered, warnings));
  }

  private static Reply judge(Call call) {
    List<String> reasons = call.waybill().schemas().judge(wanted(call));
    return Reply.json(200, out -> out.texts("reasons", reasons));
  }

  private static Reply validate(Call call) {
    List<Violation> violations =
        call.waybill()
            .schemas()
            .validate(call.value("type"), call.value("version"), call.body().text());
    return Reply.json(
        200, out -> out.objects("violations", violations, PublishAnswerJson::writeViolation));
  }

  private static Reply upcast(Call call) {
    String to = call.query().required("to");
    return json(
        call.waybill()
            .schemas()
            .upcast(call.value("type"), call.value("version"), to, call.body().text()));
  }

  private static Reply sample(Call call) {
    return json(call.waybill().schemas().sample(call.value("type"), call.value("version")));
  }

  private static Reply asyncApi(Call call) {
    return json(call.waybill().schemas().asyncApi());
  }

  private static Schema wanted(Call call) {
    return call.document(
        in -> SchemaJson.readDefinition(in, call.value("type"), call.value("version")));
  }

  private static Schema find(Call call) {
    String type = call.value("type");
    String version = call.value("version");
    return call.waybill()
        .schemas()
        .find(type, version)
        .orElseThrow(
            () ->
                new WaybillException(
                    Code.NOT_FOUND,
                    "there is no schema of " + Text.quote(type) + " " + Text.quote(version)));
  }

  private static Reply reply(Schema schema) {
    return Reply.json(200, out -> SchemaJson.write(out, schema));
  }

  private static Reply reply(List<Schema> schemas) {
    return Reply.json(200, out -> out.objects("items", schemas, SchemaJson::write));
  }

  private static Reply json(String document) {
    return new Reply.Document(200, "application/json", Payload.of(document), Map.of());
  }
}
