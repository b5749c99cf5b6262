package dev.waybill.server.http;

import dev.waybill.wire.JsonOut;
import dev.waybill.wire.ProblemJson;
import dev.waybill.wire.Shape;
import dev.waybill.wire.WorkBytes;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// The OpenAPI 3.1 document of a table of routes.
final class OpenApi {

  private OpenApi() {}

  static String of(List<Route> routes) {
    byte[] json =
        JsonOut.write(
            out -> {
              out.text("openapi", "3.1.0");
              out.object("info", OpenApi::info);
              out.object("paths", paths -> paths(paths, routes));
              out.object("components", parts -> components(parts, routes));
            });
    return new String(json, StandardCharsets.UTF_8);
  }

  private static void info(JsonOut out) {
    out.text("title", "Waybill");
    out.text("version", "1");
    out.text("summary", "Durable asynchronous work.");
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
          fields.text("operationId", operationId(route));
          fields.text("summary", route.summary());
          fields.text("x-scope", route.scope() == null ? null : route.scope().wire());
          parameters(fields, route);
          requestBody(fields, route);
          fields.object("responses", answers -> responses(answers, route));
        });
  }

  /// Such as `post_v1_jobs_id_cancel`.
  private static String operationId(Route route) {
    String path = route.path().text().replaceAll("[^a-zA-Z0-9]+", "_").replaceAll("_$", "");
    return route.method().toLowerCase(Locale.ROOT) + path;
  }

  private static void parameters(JsonOut out, Route route) {
    List<Route.Parameter> places =
        route.path().places().stream().map(name -> Route.Parameter.of(name, "")).toList();
    if (places.isEmpty() && route.query().isEmpty()) {
      return;
    }
    out.list(
        "parameters",
        java.util.stream.Stream.concat(places.stream(), route.query().stream()).toList(),
        parameter ->
            out.object(fields -> parameter(fields, parameter, places.contains(parameter))));
  }

  private static void parameter(JsonOut out, Route.Parameter parameter, boolean inPath) {
    out.text("name", parameter.name());
    out.text("in", inPath ? "path" : "query");
    out.flag("required", inPath);
    out.text("description", parameter.summary().isEmpty() ? null : parameter.summary());
    out.raw(
        "schema",
        parameter.repeatable()
            ? "{\"type\":\"array\",\"items\":{\"type\":\"string\"}}"
            : "{\"type\":\"string\"}");
  }

  private static void requestBody(JsonOut out, Route route) {
    Shape shape = route.request();
    String example = route.example();
    if (route.body() == Route.Body.EVENTS) {
      out.object("requestBody", EventBody::describe);
      return;
    }
    if (shape == null || example == null) {
      return;
    }
    out.object(
        "requestBody",
        body -> {
          body.flag("required", true);
          body.object(
              "content",
              types -> {
                types.object(
                    "application/json",
                    type -> {
                      type.raw("schema", Schemas.reference(shape));
                      type.raw("example", example);
                    });
                if (route.body() == Route.Body.WORK) {
                  types.raw(WorkBytes.MEDIA_TYPE, "{}");
                }
              });
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
            out.object(String.valueOf(status), fields -> response(fields, answers)));
    if (route.scope() != null) {
      Route.Answer problem =
          new Route.Answer(
              0, ProblemJson.MEDIA_TYPE, ProblemJson.SHAPE, "Refused or failed; see `code`.");
      out.object("default", fields -> response(fields, List.of(problem)));
    }
  }

  private static void response(JsonOut out, List<Route.Answer> answers) {
    out.text(
        "description",
        answers.stream().map(Route.Answer::summary).collect(Collectors.joining(" Or: ")));
    out.object(
        "content",
        types ->
            answers.forEach(
                answer -> types.object(answer.mediaType(), type -> schema(type, answer))));
  }

  private static void schema(JsonOut out, Route.Answer answer) {
    if (answer.shape() != null) {
      out.raw("schema", Schemas.reference(answer.shape()));
    }
  }

  private static void components(JsonOut out, List<Route> routes) {
    out.object(
        "schemas",
        schemas ->
            Schemas.of(routes)
                .values()
                .forEach(
                    shape -> schemas.object(shape.name(), fields -> Schemas.write(fields, shape))));
  }
}
