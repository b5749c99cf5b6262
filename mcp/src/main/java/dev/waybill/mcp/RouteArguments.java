package dev.waybill.mcp;

import dev.waybill.Payload;
import dev.waybill.server.http.api.Query;
import dev.waybill.server.http.api.Route;
import dev.waybill.server.http.api.RouteCall;
import dev.waybill.wire.json.InvalidDocument;
import dev.waybill.wire.json.JsonOut;
import dev.waybill.wire.json.Shape;
import dev.waybill.wire.json.Spelling;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The arguments of a tool as the input of its route: parameters of the path, of the query, and the
/// fields of the body.
final class RouteArguments {

  private static final int PAGE = 20;
  private static final int LARGEST_PAGE = 100;
  private static final String LIMIT = "limit";

  /// Instead of the parameter of routes, which allows larger pages.
  static final Shape.Field LIMIT_FIELD =
      Shape.optional(
          LIMIT,
          Shape.Scalar.WHOLE,
          "Number of items per page, 1 to %d; the default is %d.".formatted(LARGEST_PAGE, PAGE));

  private final Route route;
  private final List<Shape.Field> known;
  private final Map<String, String> values = new HashMap<>();
  private final Map<String, List<String>> query = new HashMap<>();
  private final Map<String, Object> body = new LinkedHashMap<>();

  /// @param known the arguments of the tool
  RouteArguments(Route route, List<Shape.Field> known, Map<String, Object> given) {
    this.route = route;
    this.known = known;
    given.forEach(this::add);
    if (known.contains(LIMIT_FIELD)) {
      checkLimit();
    }
    requireAll();
  }

  RouteCall.Input input() {
    return new RouteCall.Input(values, new Query(query), RouteCall.Headers.NONE);
  }

  Payload body() {
    return route.request() == null ? Payload.empty() : Payload.wrap(JsonOut.tree(body));
  }

  private void add(String name, @Nullable Object value) {
    if (known.stream().noneMatch(field -> field.name().equals(name))) {
      List<String> names = known.stream().map(Shape.Field::name).toList();
      throw InvalidDocument.at(
          "/" + name, "unknown_field", "unknown argument" + Spelling.hint(name, names));
    }
    if (value == null) {
      return;
    }
    if (route.path().parameters().contains(name)) {
      values.put(name, text(name, value));
    } else if (route.query().stream().anyMatch(asked -> asked.name().equals(name))) {
      query.put(name, texts(name, value));
    } else {
      body.put(name, value);
    }
  }

  private static List<String> texts(String name, Object value) {
    if (!(value instanceof List<?> items)) {
      return List.of(text(name, value));
    }
    List<String> texts = new ArrayList<>();
    items.forEach(item -> texts.add(text(name, item)));
    return texts;
  }

  private static String text(String name, @Nullable Object value) {
    return switch (value) {
      case String text -> text;
      case Number number -> number.toString();
      case Boolean flag -> flag.toString();
      case null, default ->
          throw InvalidDocument.at(
              "/" + name, "invalid_type", "must be a text, a number, true or false");
    };
  }

  private void checkLimit() {
    int limit = new Query(query).whole(LIMIT, PAGE);
    if (limit < 1 || limit > LARGEST_PAGE) {
      throw InvalidDocument.at("/" + LIMIT, "invalid_value", "must be 1 to " + LARGEST_PAGE);
    }
    query.put(LIMIT, List.of(String.valueOf(limit)));
  }

  private void requireAll() {
    for (Shape.Field field : known) {
      String name = field.name();
      boolean isGiven =
          values.containsKey(name) || query.containsKey(name) || body.containsKey(name);
      if (field.required() && !isGiven) {
        throw InvalidDocument.at("/" + name, "missing_field", "the argument is required");
      }
    }
  }
}
