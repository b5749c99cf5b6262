package dev.waybill.server.http;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/// A JSON document for tests: `tree.at("items", 0, "id")`.
public record Tree(@Nullable Object value) {

  static Tree parse(String json) {
    try (JsonParser parser = new JsonFactory().createParser(ObjectReadContext.empty(), json)) {
      parser.nextToken();
      Tree tree = new Tree(read(parser));
      if (parser.nextToken() != null) {
        throw new AssertionError("more than one document: " + json);
      }
      return tree;
    }
  }

  public Tree at(Object... path) {
    Object node = value;
    for (Object step : path) {
      node =
          switch (node) {
            case Map<?, ?> map when map.containsKey(step) -> map.get(step);
            case List<?> list when step instanceof Integer index -> list.get(index);
            case null, default ->
                throw new AssertionError("there is no " + List.of(path) + " in " + value);
          };
    }
    return new Tree(node);
  }

  public boolean has(String field) {
    return value instanceof Map<?, ?> map && map.containsKey(field);
  }

  public String text() {
    return (String) Objects.requireNonNull(value);
  }

  public long number() {
    return ((Number) Objects.requireNonNull(value)).longValue();
  }

  public boolean flag() {
    return (Boolean) Objects.requireNonNull(value);
  }

  public List<Tree> items() {
    return ((List<?>) Objects.requireNonNull(value)).stream().map(Tree::new).toList();
  }

  public Map<?, ?> fields() {
    return (Map<?, ?>) Objects.requireNonNull(value);
  }

  private static @Nullable Object read(JsonParser parser) {
    return switch (parser.currentToken()) {
      case START_OBJECT -> readObject(parser);
      case START_ARRAY -> readList(parser);
      case VALUE_STRING -> parser.getString();
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> parser.getNumberValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> null;
      case null, default -> throw new AssertionError("unexpected " + parser.currentToken());
    };
  }

  private static Map<String, @Nullable Object> readObject(JsonParser parser) {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      map.put(name, read(parser));
    }
    return map;
  }

  private static List<@Nullable Object> readList(JsonParser parser) {
    List<@Nullable Object> list = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      list.add(read(parser));
    }
    return list;
  }
}
