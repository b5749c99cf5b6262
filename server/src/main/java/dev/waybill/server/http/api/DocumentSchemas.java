package dev.waybill.server.http.api;

import dev.waybill.wire.ProblemJson;
import dev.waybill.wire.json.JsonOut;
import dev.waybill.wire.json.Shape;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// JSON schemas of the documents in requests and answers.
final class DocumentSchemas {

  /// RFC 3339, and with it the format `duration`, has no fractions of seconds and no short form.
  private static final String DURATION =
      "^(P(?=[0-9T])([0-9]+D)?(T(?=[0-9])([0-9]+H)?([0-9]+M)?([0-9]+([.][0-9]{1,9})?S)?)?"
          + "|([0-9]{1,15}(ms|s|m|h|d))+)$";

  private DocumentSchemas() {}

  static String reference(Shape shape) {
    return "{\"$ref\":\"#/components/schemas/" + shape.name() + "\"}";
  }

  /// All shapes in use, by name.
  static Map<String, Shape> of(List<Route> routes) {
    Map<String, Shape> shapes = answered(routes);
    requested(routes, shapes);
    return shapes;
  }

  private static Map<String, Shape> answered(List<Route> routes) {
    Map<String, Shape> shapes = new TreeMap<>();
    add(shapes, new Shape.Part(ProblemJson.DOCUMENT.shape()));
    routes.stream()
        .flatMap(route -> route.answers().stream())
        .map(Route.Answer::shape)
        .filter(Objects::nonNull)
        .forEach(shape -> add(shapes, new Shape.Part(shape)));
    return shapes;
  }

  private static void requested(List<Route> routes, Map<String, Shape> shapes) {
    routes.stream()
        .map(Route::request)
        .filter(Objects::nonNull)
        .forEach(shape -> add(shapes, new Shape.Part(shape)));
  }

  static void add(Map<String, Shape> shapes, Shape.Kind kind) {
    switch (kind) {
      case Shape.Scalar _, Shape.Words _ -> {}
      case Shape.Items(Shape.Kind item) -> add(shapes, item);
      case Shape.Entries(Shape.Kind value) -> add(shapes, value);
      case Shape.OrNull(Shape.Kind value) -> add(shapes, value);
      case Shape.Part(Shape shape) -> {
        if (shapes.put(shape.name(), shape) == null) {
          shape.fields().forEach(field -> add(shapes, field.kind()));
        }
      }
    }
  }

  /// Requests are closed, because the server rejects unknown fields. Answers are open, because a
  /// newer server may send more.
  static void write(JsonOut out, List<Route> routes) {
    Set<String> open = answered(routes).keySet();
    of(routes)
        .values()
        .forEach(
            shape ->
                out.object(
                    shape.name(), schema -> write(schema, shape, !open.contains(shape.name()))));
  }

  static void write(JsonOut out, Shape shape, boolean isClosed) {
    out.text("description", shape.summary());
    if (shape.alternatives().isEmpty()) {
      object(out, shape.fields(), isClosed);
      return;
    }
    out.list(
        "oneOf",
        shape.alternatives(),
        names ->
            out.object(
                schema -> {
                  schema.text("title", shape.name() + camelCase(names.getFirst()));
                  object(schema, alternative(shape, names), isClosed);
                }));
  }

  /// The fields of all alternatives, and those of this one.
  private static List<Shape.Field> alternative(Shape shape, List<String> names) {
    Set<String> others =
        shape.alternatives().stream().flatMap(List::stream).collect(Collectors.toSet());
    return shape.fields().stream()
        .filter(field -> names.contains(field.name()) || !others.contains(field.name()))
        .map(
            field ->
                names.contains(field.name())
                    ? Shape.required(field.name(), field.kind(), field.summary())
                    : field)
        .toList();
  }

  static void object(JsonOut out, List<Shape.Field> fields, boolean isClosed) {
    out.text("type", "object");
    out.object(
        "properties",
        properties -> fields.forEach(field -> properties.raw(field.name(), property(field))));
    List<String> required =
        fields.stream().filter(Shape.Field::required).map(Shape.Field::name).toList();
    if (!required.isEmpty()) {
      out.texts("required", required);
    }
    if (isClosed) {
      out.flag("additionalProperties", false);
    }
  }

  private static String camelCase(String name) {
    return Stream.of(name.split("_"))
        .map(word -> Character.toUpperCase(word.charAt(0)) + word.substring(1))
        .collect(Collectors.joining());
  }

  /// Written once, because it is long.
  static void writeDuration(JsonOut out) {
    out.text("type", "string");
    out.text(
        "description",
        "A duration: ISO 8601 such as PT30S, PT5.089S or P1DT12H, or numbers with units such as"
            + " 500ms, 30s, 5m, 2h or 7d. The server answers with ISO 8601.");
    out.text("pattern", DURATION);
    out.texts("examples", List.of("30s", "PT5.089S"));
  }

  /// A schema for use inside another one.
  static String inline(Shape.Kind kind) {
    return "{" + type(kind).replaceAll(",$", "") + "}";
  }

  private static String property(Shape.Field field) {
    String text = field.summary().replace("\\", "\\\\").replace("\"", "\\\"");
    String description = "\"description\":\"" + text + "\"";
    return "{" + type(field.kind()) + description + "}";
  }

  /// The members of a schema, with a comma at the end if there are any.
  private static String type(Shape.Kind kind) {
    return switch (kind) {
      case Shape.Scalar scalar -> scalar(scalar);
      case Shape.Words(List<String> words) ->
          words.stream()
              .map(word -> "\"" + word + "\"")
              .collect(Collectors.joining(",", "\"type\":\"string\",\"enum\":[", "],"));
      case Shape.Items(Shape.Kind item) -> "\"type\":\"array\",\"items\":" + inline(item) + ",";
      case Shape.Entries(Shape.Kind value) ->
          "\"type\":\"object\",\"additionalProperties\":" + inline(value) + ",";
      case Shape.Part(Shape shape) -> "\"$ref\":\"#/components/schemas/" + shape.name() + "\",";
      case Shape.OrNull(Shape.Kind value) ->
          "\"anyOf\":[" + inline(value) + ",{\"type\":\"null\"}],";
    };
  }

  private static String scalar(Shape.Scalar scalar) {
    return switch (scalar) {
      case TEXT -> "\"type\":\"string\",";
      case WHOLE -> "\"type\":\"integer\",\"format\":\"int64\",";
      case DECIMAL -> "\"type\":\"number\",";
      case FLAG -> "\"type\":\"boolean\",";
      case TIME -> "\"type\":\"string\",\"format\":\"date-time\",";
      case SPAN -> "\"$ref\":\"#/components/schemas/Duration\",";
      case BASE64 -> "\"type\":\"string\",\"contentEncoding\":\"base64\",";
      case ANY -> "";
    };
  }
}
