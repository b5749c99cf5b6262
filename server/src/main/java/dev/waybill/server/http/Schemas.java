package dev.waybill.server.http;

import dev.waybill.wire.JsonOut;
import dev.waybill.wire.ProblemJson;
import dev.waybill.wire.Shape;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// JSON schemas of the documents that routes read and answer.
final class Schemas {

  /// RFC 3339, and with it the format `duration`, knows no fractions of seconds and no short form.
  private static final String DURATION =
      "^(P(?=[0-9T])([0-9]+D)?(T(?=[0-9])([0-9]+H)?([0-9]+M)?([0-9]+([.][0-9]{1,9})?S)?)?"
          + "|([0-9]{1,15}(ms|s|m|h|d))+)$";

  private Schemas() {}

  static String reference(Shape shape) {
    return "{\"$ref\":\"#/components/schemas/" + shape.name() + "\"}";
  }

  /// Every shape that is used, by name.
  static Map<String, Shape> of(List<Route> routes) {
    Map<String, Shape> shapes = new TreeMap<>();
    add(shapes, new Shape.Part(ProblemJson.DOCUMENT.shape()));
    for (Route route : routes) {
      if (route.request() != null) {
        add(shapes, new Shape.Part(route.request()));
      }
      for (Route.Answer answer : route.answers()) {
        if (answer.shape() != null) {
          add(shapes, new Shape.Part(answer.shape()));
        }
      }
    }
    return shapes;
  }

  private static void add(Map<String, Shape> shapes, Shape.Kind kind) {
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

  static void write(JsonOut out, Shape shape) {
    out.text("type", "object");
    out.text("description", shape.summary());
    out.object(
        "properties",
        fields -> shape.fields().forEach(field -> fields.raw(field.name(), property(field))));
    List<String> required =
        shape.fields().stream().filter(Shape.Field::required).map(Shape.Field::name).toList();
    if (!required.isEmpty()) {
      out.texts("required", required);
    }
    if (shape.exclusive()) {
      out.number("minProperties", 1);
      out.number("maxProperties", 1);
    }
    out.flag("additionalProperties", false);
  }

  /// Written once, for it is long.
  static void writeDuration(JsonOut out) {
    out.text("type", "string");
    out.text(
        "description",
        "A duration: ISO 8601 such as PT30S, PT5.089S or P1DT12H, or numbers with units such as"
            + " 500ms, 30s, 5m, 2h or 7d. The server answers with ISO 8601.");
    out.text("pattern", DURATION);
    out.texts("examples", List.of("30s", "PT5.089S"));
  }

  /// A schema of its own.
  static String inline(Shape.Kind kind) {
    return "{" + type(kind).replaceAll(",$", "") + "}";
  }

  private static String property(Shape.Field field) {
    String description = "\"description\":\"" + field.summary() + "\"";
    return "{" + type(field.kind()) + description + "}";
  }

  /// The inside of a schema, with a comma at the end where there is anything.
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
