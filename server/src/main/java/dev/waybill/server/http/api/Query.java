package dev.waybill.server.http.api;

import dev.waybill.base.Durations;
import dev.waybill.wire.json.Encoding;
import dev.waybill.wire.json.InvalidDocument;
import dev.waybill.wire.json.Spelling;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/// The query parameters of a call, read as strictly as a document.
public record Query(Map<String, List<String>> values) {

  /// Refuses unknown parameters, and repeated ones that may occur only once.
  public Query checkedFor(Route route) {
    values.forEach(
        (name, given) -> {
          if (!route.knows(name)) {
            List<String> known = route.query().stream().map(Route.Parameter::name).toList();
            throw wrong(
                name, "unknown_parameter", "unknown parameter" + Spelling.hint(name, known));
          }
          if (given.size() > 1 && !isRepeatable(route, name)) {
            throw wrong(name, "duplicate_parameter", "must not be repeated");
          }
        });
    return this;
  }

  private static boolean isRepeatable(Route route, String name) {
    return route.query().stream()
        .anyMatch(known -> known.name().equals(name) && known.repeatable());
  }

  public Optional<String> text(String name) {
    return Optional.ofNullable(values.get(name)).map(List::getFirst);
  }

  /// A parameter that must be set.
  public String required(String name) {
    return text(name)
        .orElseThrow(
            () -> InvalidDocument.at("", "missing_parameter", "`" + name + "` is required"));
  }

  public List<String> texts(String name) {
    return values.getOrDefault(name, List.of()).stream()
        .flatMap(value -> Stream.of(value.split(",")))
        .toList();
  }

  public int whole(String name, int otherwise) {
    return parsed(name, Integer::parseInt, "must be a whole number").orElse(otherwise);
  }

  public Optional<Long> number(String name) {
    return parsed(name, Long::parseLong, "must be a whole number");
  }

  public boolean flag(String name, boolean otherwise) {
    return switch (text(name).orElse("")) {
      case "" -> otherwise;
      case "true" -> true;
      case "false" -> false;
      default -> throw wrong(name, "invalid_value", "must be true or false");
    };
  }

  public Optional<Duration> span(String name) {
    return text(name)
        .map(
            text ->
                Durations.parse(text)
                    .orElseThrow(
                        () ->
                            wrong(
                                name,
                                "invalid_value",
                                "must be a duration such as " + Durations.EXAMPLES)));
  }

  public Optional<Instant> time(String name) {
    return parsed(name, Instant::parse, "must be a time such as 2026-01-31T09:30:00Z");
  }

  public Encoding encoding() {
    return switch (text("encoding").orElse("json")) {
      case "json" -> Encoding.JSON;
      case "base64" -> Encoding.BASE64;
      default -> throw wrong("encoding", "invalid_value", "must be json or base64");
    };
  }

  private <T> Optional<T> parsed(String name, Function<String, T> parse, String otherwise) {
    try {
      return text(name).map(parse);
    } catch (NumberFormatException | DateTimeException malformed) {
      throw wrong(name, "invalid_value", otherwise);
    }
  }

  public static InvalidDocument wrong(String name, String code, String message) {
    return InvalidDocument.at("?" + name, code, message);
  }
}
