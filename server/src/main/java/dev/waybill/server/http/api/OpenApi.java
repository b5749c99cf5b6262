package dev.waybill.server.http.api;

import dev.waybill.server.http.routes.FormFiles;
import dev.waybill.server.http.stream.EventBody;
import dev.waybill.wire.ProblemJson;
import dev.waybill.wire.job.WorkBytes;
import dev.waybill.wire.json.JsonOut;
import dev.waybill.wire.json.Shape;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// The OpenAPI 3.1 document of a table of routes.
public final class OpenApi {

  private static final String PROBLEM = "{\"$ref\":\"#/components/responses/Refused\"}";
  private static final String FORM =
      """
      {"schema":{"type":"object","required":["files"],"properties":{"files":{"type":"array",\
      "items":{"type":"string","format":"binary"}}}}}\
      """;
  private static final String BINARY = "{\"type\":\"string\",\"format\":\"binary\"}";
  private static final String TEXT = "{\"type\":\"string\"}";

  private OpenApi() {}

  public static String of(List<Route> routes) {
    byte[] json =
        JsonOut.write(
            out -> {
              out.text("openapi", "3.1.0");
              out.object("info", OpenApi::info);
              out.raw("servers", "[{\"url\":\"/\",\"description\":\"This server.\"}]");
              out.raw("security", "[{\"bearer\":[]}]");
              out.list("tags", List.of(Tag.values()), tag -> out.object(one -> tag(one, tag)));
              out.object("paths", paths -> paths(paths, routes));
              out.object("components", parts -> components(parts, routes));
            });
    return new String(json, StandardCharsets.UTF_8);
  }

  private static void info(JsonOut out) {
    out.text("title", "Waybill");
    out.text("version", "1");
    out.text("summary", "Durable asynchronous work.");
    out.raw("license", "{\"name\":\"Apache License 2.0\",\"identifier\":\"Apache-2.0\"}");
  }

  private static void tag(JsonOut out, Tag tag) {
    out.text("name", tag.title());
    out.text("description", tag.summary());
  }

  private static void paths(JsonOut out, List<Route> routes) {
    Map<String, List<Route>> byPath =
        routes.stream()
            .collect(
                Collectors.groupingBy(
                    route -> route.path().text(), LinkedHashMap::new, Collectors.toList()));
    byPath.forEach(
        (path, same) ->
            out.object(path, methods -> same.forEach(route -> operation(methods, route))));
  }

  private static void operation(JsonOut out, Route route) {
    out.object(
        route.method().toLowerCase(Locale.ROOT),
        fields -> {
          fields.text("operationId", OperationIds.of(route));
          fields.text("summary", route.summary());
          fields.texts("tags", List.of(Tag.of(route).title()));
          if (route.scope() == null) {
            fields.raw("security", "[]");
          } else {
            fields.text("x-scope", route.scope().wire());
            if (route.also() != null) {
              fields.text("x-scope-or", route.also().wire());
            }
          }
          parameters(fields, route);
          requestBody(fields, route);
          fields.object("responses", answers -> responses(answers, route));
        });
  }

  private static void parameters(JsonOut out, Route route) {
    List<Parameter> all = Parameter.of(route);
    if (!all.isEmpty()) {
      out.list("parameters", all, parameter -> out.object(parameter::write));
    }
  }

  /// @param in the location: `path`, `query` or `header`
  private record Parameter(
      String name, String in, boolean required, String summary, String schema) {

    public static List<Parameter> of(Route route) {
      List<Parameter> all = new java.util.ArrayList<>();
      route
          .path()
          .parameters()
          .forEach(name -> all.add(new Parameter(name, "path", true, "", TEXT)));
      for (Route.Parameter asked : route.query()) {
        String schema = DocumentSchemas.inline(asked.kind());
        String shown =
            asked.repeatable() ? "{\"type\":\"array\",\"items\":" + schema + "}" : schema;
        all.add(new Parameter(asked.name(), "query", asked.required(), asked.summary(), shown));
      }
      for (DocumentedHeaders.Header header : DocumentedHeaders.ofRequest(route)) {
        all.add(new Parameter(header.name(), "header", false, header.summary(), TEXT));
      }
      return all;
    }

    void write(JsonOut out) {
      out.text("name", name);
      out.text("in", in);
      out.flag("required", required);
      out.text("description", summary.isEmpty() ? null : summary);
      out.raw("schema", schema);
    }
  }

  private static void requestBody(JsonOut out, Route route) {
    if (route.body() == Route.Body.EVENTS) {
      out.object("requestBody", EventBody::describe);
    } else if (route.body() == Route.Body.BYTES) {
      out.raw(
          "requestBody",
          "{\"required\":true,\"content\":{\"" + Route.BYTES + "\":{\"schema\":" + BINARY + "}}}");
    } else if (route.body() == Route.Body.LINES) {
      out.raw(
          "requestBody",
          "{\"required\":true,\"content\":{\"application/x-ndjson\":{\"schema\":{\"type\":\"string\"}},"
              + "\"text/csv\":{\"schema\":{\"type\":\"string\"}}}}");
    } else if (route.body() == Route.Body.WEBHOOK) {
      out.raw(
          "requestBody", "{\"required\":true,\"content\":{\"*/*\":{\"schema\":" + BINARY + "}}}");
    } else if (route.body() == Route.Body.DOCUMENT || route.body() == Route.Body.RPC) {
      out.raw(
          "requestBody",
          "{\"required\":true,\"content\":{\"application/json\":{\"schema\":{\"type\":\"object\"}}}}");
    } else if (route.request() != null && route.example() != null) {
      requestBody(out, route, route.request(), route.example());
    }
  }

  private static void requestBody(JsonOut out, Route route, Shape shape, String example) {
    out.object(
        "requestBody",
        body -> {
          body.flag("required", true);
          body.object(
              "content",
              types -> {
                if (route.body() == Route.Body.FORM) {
                  types.raw(FormFiles.MEDIA_TYPE, FORM);
                }
                document(types, "application/json", shape, example);
                if (route.method().equals("PATCH")) {
                  document(types, "application/merge-patch+json", shape, example);
                }
                if (route.body() == Route.Body.WORK) {
                  types.object(WorkBytes.MEDIA_TYPE, type -> type.raw("schema", BINARY));
                }
              });
        });
  }

  private static void document(JsonOut out, String mediaType, Shape shape, String example) {
    out.object(
        mediaType,
        type -> {
          type.raw("schema", DocumentSchemas.reference(shape));
          type.raw("example", example);
        });
  }

  private static void responses(JsonOut out, Route route) {
    Map<Integer, List<Route.Answer>> byStatus =
        route.answers().stream()
            .collect(
                Collectors.groupingBy(
                    Route.Answer::status, LinkedHashMap::new, Collectors.toList()));
    byStatus.forEach(
        (status, answers) ->
            out.object(String.valueOf(status), fields -> response(fields, route, status, answers)));
    out.raw("4XX", PROBLEM);
    out.raw("5XX", PROBLEM);
  }

  private static void response(JsonOut out, Route route, int status, List<Route.Answer> answers) {
    out.text(
        "description",
        answers.stream().map(Route.Answer::summary).collect(Collectors.joining(" Or: ")));
    DocumentedHeaders.ofAnswer(out, route, status);
    out.object(
        "content",
        types ->
            answers.forEach(
                answer ->
                    types.object(
                        answer.mediaType(), type -> type.raw("schema", schemaOf(answer)))));
  }

  /// A stream of lines has a schema for one line, not for the whole.
  private static String schemaOf(Route.Answer answer) {
    return switch (answer.mediaType()) {
      case WorkBytes.MEDIA_TYPE, Route.BYTES -> BINARY;
      case "application/json" ->
          answer.shape() == null ? "{}" : DocumentSchemas.reference(answer.shape());
      default -> TEXT;
    };
  }

  private static void components(JsonOut out, List<Route> routes) {
    out.object(
        "securitySchemes",
        schemes ->
            schemes.object(
                "bearer",
                bearer -> {
                  bearer.text("type", "http");
                  bearer.text("scheme", "bearer");
                  bearer.text(
                      "description",
                      "An API key or a token. A server without keys, which listens on this machine"
                          + " only, needs none. `x-scope` names the scope that a call needs.");
                }));
    out.object("responses", responses -> responses.object("Refused", OpenApi::problem));
    out.object(
        "schemas",
        schemas -> {
          schemas.object("Duration", DocumentSchemas::writeDuration);
          DocumentSchemas.write(schemas, routes);
        });
  }

  private static void problem(JsonOut out) {
    out.text("description", "The call was refused or failed; see `code`.");
    DocumentedHeaders.ofProblem(out);
    out.object(
        "content",
        types ->
            types.object(
                ProblemJson.MEDIA_TYPE,
                type ->
                    type.raw("schema", DocumentSchemas.reference(ProblemJson.DOCUMENT.shape()))));
  }
}
