package dev.waybill.events.schema;

import dev.waybill.events.jsonschema.CountCheck;
import dev.waybill.events.pattern.EcmaPattern;
import dev.waybill.events.pattern.PatternRefused;
import dev.waybill.events.pattern.StepBudget;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// Generates a text for format, pattern and length, if possible.
final class SampleText {

  private static final List<String> GUESSES =
      List.of(
          "text",
          "2025-01-31T12:00:00Z",
          "550e8400-e29b-41d4-a716-446655440000",
          "1.0",
          "1.0.0",
          "1",
          "TEXT",
          "a@example.com",
          "https://example.com/a",
          "00000000");

  private SampleText() {}

  static String of(JsonNode schema, StepBudget steps) {
    String text = schema.has("format") ? ofFormat(schema.path("format").asString("")) : "text";
    if (!schema.has("format") && schema.path("pattern").isString()) {
      text = guessed(schema.path("pattern").stringValue(), steps).orElse(text);
    }
    int least = Math.min(CountCheck.count(schema.get("minLength"), 0), 10_000);
    int most = CountCheck.count(schema.get("maxLength"), Integer.MAX_VALUE);
    String padded = text + "x".repeat(Math.max(0, least - text.length()));
    return padded.length() <= most ? padded : padded.substring(0, most);
  }

  private static Optional<String> guessed(String text, StepBudget steps) {
    try {
      EcmaPattern pattern = EcmaPattern.of(text);
      return GUESSES.stream().filter(guess -> pattern.find(guess, steps)).findFirst();
    } catch (PatternRefused unchecked) {
      return Optional.empty();
    }
  }

  private static String ofFormat(String format) {
    return switch (format) {
      case "date-time" -> "2025-01-31T12:00:00Z";
      case "date" -> "2025-01-31";
      case "time" -> "12:00:00Z";
      case "duration" -> "PT5S";
      case "uuid" -> "550e8400-e29b-41d4-a716-446655440000";
      case "uri", "iri" -> "https://example.com/a";
      case "uri-reference", "iri-reference", "uri-template", "json-pointer" -> "/a";
      case "email", "idn-email" -> "a@example.com";
      case "hostname", "idn-hostname" -> "example.com";
      case "ipv4" -> "192.0.2.1";
      case "ipv6" -> "2001:db8::1";
      case "relative-json-pointer" -> "0";
      default -> "text";
    };
  }
}
