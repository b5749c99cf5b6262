package dev.waybill.cli.topics;

import dev.waybill.cli.output.Output;
import dev.waybill.topic.Attribute;
import dev.waybill.wire.json.InvalidDocument;
import dev.waybill.wire.json.JsonIn;
import dev.waybill.wire.topic.AttributesJson;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/// The options for attributes of an event: strings, numbers and lists of strings.
public final class AttributeOptions {

  @Option(
      names = "--attribute",
      paramLabel = "NAME=VALUE",
      description = "Set a string attribute for filters; may be repeated.")
  private Map<String, String> texts = Map.of();

  @Option(
      names = "--attribute-number",
      paramLabel = "NAME=NUMBER",
      description = "Set a numeric attribute.")
  private Map<String, BigDecimal> numbers = Map.of();

  @Option(
      names = "--attribute-list",
      paramLabel = "NAME=JSON",
      description = "Set an attribute to a JSON list of strings, such as 'c=[\"es\",\"pt\"]'.")
  private Map<String, String> lists = Map.of();

  public boolean areGiven() {
    return !texts.isEmpty() || !numbers.isEmpty() || !lists.isEmpty();
  }

  Map<String, Attribute> all(Output output) {
    Map<String, Attribute> all = new LinkedHashMap<>();
    texts.forEach((name, value) -> all.put(name, Attribute.of(value)));
    numbers.forEach((name, value) -> all.put(name, new Attribute.Numeric(value)));
    lists.forEach((name, json) -> all.put(name, list(name, json, output)));
    return all;
  }

  /// The options as fields of a document.
  public Map<String, Object> fields(Output output) {
    Map<String, Object> fields = new LinkedHashMap<>();
    all(output).forEach((name, attribute) -> fields.put(name, value(attribute)));
    return fields;
  }

  private static Object value(Attribute attribute) {
    return switch (attribute) {
      case Attribute.Text(var value) -> value;
      case Attribute.Numeric(var value) -> value;
      case Attribute.Flag(var value) -> value;
      case Attribute.Null() -> "null";
      case Attribute.Many(var values) -> values.stream().map(AttributeOptions::value).toList();
      case Attribute.Binary(var base64) -> base64;
    };
  }

  private static Attribute list(String name, String json, Output output) {
    String document = "{\"list\":" + json + "}";
    try {
      Map<String, Attribute> read =
          JsonIn.read(document.getBytes(StandardCharsets.UTF_8), AttributesJson.CODEC::read);
      if (read.get("list") instanceof Attribute.Many list) {
        return list;
      }
    } catch (InvalidDocument malformed) {
      // reported below
    }
    output.require(
        false,
        "--attribute-list " + name + " must be a JSON list of strings such as [\"a\",\"b\"]");
    return Attribute.Many.of(List.of());
  }
}
