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

  private Schemas() {}

  static String reference(Shape shape) {
    return "{\"$ref\":\"#/components/schemas/" + shape.name() + "\"}";
  }

  /// Every shape that is used, by name.
  static Map<String, Shape> of(List<Route> routes) {
    Map<String, Shape> shapes = new TreeMap<>();
    add(shapes, new Shape.Part(ProblemJson.SHAPE));
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
    out.flag("additionalProperties", false);
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
      case Shape.Items(Shape.Kind item) ->
          "\"type\":\"array\",\"items\":{" + type(item).replaceAll(",$", "") + "},";
      case Shape.Entries(Shape.Kind value) ->
          "\"type\":\"object\",\"additionalProperties\":{"
              + type(value).replaceAll(",$", "")
              + "},";
      case Shape.Part(Shape shape) -> "\"$ref\":\"#/components/schemas/" + shape.name() + "\",";
    };
  }

  private static String scalar(Shape.Scalar scalar) {
    return switch (scalar) {
      case TEXT -> "\"type\":\"string\",";
      case WHOLE -> "\"type\":\"integer\",\"format\":\"int64\",";
      case DECIMAL -> "\"type\":\"number\",";
      case FLAG -> "\"type\":\"boolean\",";
      case TIME -> "\"type\":\"string\",\"format\":\"date-time\",";
      case SPAN -> "\"type\":\"string\",\"format\":\"duration\",";
      case BASE64 -> "\"type\":\"string\",\"contentEncoding\":\"base64\",";
      case ANY -> "";
    };
  }
}
