package dev.waybill.events.filter;

import dev.waybill.base.Text;
import dev.waybill.events.envelope.AttributeJson;
import dev.waybill.topic.Attribute.Single;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Parses the list of values of a key.
final class OperatorParser {

  private OperatorParser() {}

  /// The plain values come first and form one operator.
  static List<Operator> list(JsonNode values, PolicyPointer pointer) {
    if (values.isEmpty()) {
      throw pointer.refused("the list is empty; add a value, or remove the key");
    }
    Set<Single> plain = new LinkedHashSet<>();
    List<Operator> operators = new ArrayList<>();
    int index = 0;
    for (JsonNode value : values.values()) {
      PolicyPointer here = pointer.element(index++);
      @Nullable Single scalar = AttributeJson.single(value);
      if (scalar != null) {
        plain.add(scalar);
      } else {
        operators.add(operator(value, here));
      }
    }
    if (!plain.isEmpty()) {
      operators.addFirst(new Operator.OneOf(plain));
    }
    return operators;
  }

  private static Operator operator(JsonNode value, PolicyPointer pointer) {
    if (!value.isObject()) {
      throw pointer.refused("a list must not contain a list; move its values to the outer list");
    }
    Map.Entry<String, JsonNode> only = only(value, pointer);
    String name = only.getKey();
    JsonNode operand = only.getValue();
    PolicyPointer here = pointer.key(name);
    return switch (name) {
      case OperatorNames.ANYTHING_BUT -> anythingBut(operand, here);
      case OperatorNames.CIDR -> cidr(operand, here);
      case OperatorNames.EXISTS -> exists(operand, here);
      case OperatorNames.NUMERIC -> NumericParser.parse(operand, here);
      case OperatorNames.PREFIX,
          OperatorNames.SUFFIX,
          OperatorNames.IGNORE_CASE,
          OperatorNames.WILDCARD ->
          onText(name, operand, here);
      default -> throw unknown(name, OperatorNames.ALL, here);
    };
  }

  private static Map.Entry<String, JsonNode> only(JsonNode object, PolicyPointer pointer) {
    if (object.size() != 1) {
      throw pointer.refused(
          "an operator is an object with one key, not "
              + object.size()
              + "; write one object per operator; each is an alternative");
    }
    return object.properties().iterator().next();
  }

  private static RuntimeException unknown(String name, List<String> known, PolicyPointer pointer) {
    return pointer.refused(
        Text.quote(name) + " is not an operator here; " + OperatorNames.advice(name, known));
  }

  private static Operator onText(String name, JsonNode operand, PolicyPointer pointer) {
    if (!operand.isString() || operand.stringValue().isEmpty()) {
      throw pointer.refused(name + " requires a non-empty string");
    }
    String text = operand.stringValue();
    return switch (name) {
      case OperatorNames.PREFIX -> new Operator.Prefix(text);
      case OperatorNames.SUFFIX -> new Operator.Suffix(text);
      case OperatorNames.IGNORE_CASE -> new Operator.IgnoreCase(text);
      default -> wildcard(text, pointer);
    };
  }

  private static Operator wildcard(String pattern, PolicyPointer pointer) {
    if (pattern.length() > FilterPolicy.MAX_WILDCARD) {
      throw pointer.refused(
          "the pattern is longer than " + FilterPolicy.MAX_WILDCARD + " characters; shorten it");
    }
    if (!Glob.isWellFormed(pattern)) {
      throw pointer.refused(
          "a pattern must not have adjacent stars, and a backslash must precede a star or a"
              + " backslash; write * for any characters, \\\\* for a star");
    }
    return new Operator.Wildcard(Glob.of(pattern));
  }

  private static Operator exists(JsonNode operand, PolicyPointer pointer) {
    if (!operand.isBoolean()) {
      throw pointer.refused("exists requires true or false, without quotes");
    }
    return new Operator.Exists(operand.booleanValue());
  }

  private static Operator cidr(JsonNode operand, PolicyPointer pointer) {
    @Nullable AddressBlock network =
        operand.isString() ? AddressBlock.parse(operand.stringValue()) : null;
    if (network == null) {
      throw pointer.refused(
          "cidr requires a block of IP addresses such as \"10.0.0.0/8\" or" + " \"2001:db8::/32\"");
    }
    return new Operator.Cidr(network);
  }

  private static Operator anythingBut(JsonNode operand, PolicyPointer pointer) {
    if (operand.isObject()) {
      Map.Entry<String, JsonNode> only = only(operand, pointer);
      return notLike(only.getKey(), only.getValue(), pointer.key(only.getKey()));
    }
    Set<Single> values = new LinkedHashSet<>();
    int index = 0;
    for (JsonNode value : elements(operand, pointer)) {
      values.add(plain(value, operand.isArray() ? pointer.element(index++) : pointer));
    }
    return new Operator.NoneOf(values);
  }

  private static Single plain(JsonNode value, PolicyPointer pointer) {
    @Nullable Single scalar = AttributeJson.single(value);
    if (scalar == null) {
      throw pointer.refused(
          "a list in anything-but must contain plain values; write operators as an object, such"
              + " as {\"anything-but\": {\"prefix\": \"a\"}}");
    }
    return scalar;
  }

  private static Operator notLike(String name, JsonNode operand, PolicyPointer pointer) {
    if (!OperatorNames.ON_TEXT.contains(name)) {
      throw unknown(name, OperatorNames.ON_TEXT, pointer);
    }
    List<Operator> unwanted = new ArrayList<>();
    for (JsonNode text : elements(operand, pointer)) {
      PolicyPointer here = operand.isArray() ? pointer.element(unwanted.size()) : pointer;
      unwanted.add(onText(name, text, here));
    }
    return new Operator.NotLike(unwanted);
  }

  /// A single value is treated as a list of one.
  private static Iterable<JsonNode> elements(JsonNode operand, PolicyPointer pointer) {
    if (!operand.isArray()) {
      return List.of(operand);
    }
    if (operand.isEmpty() || operand.size() > FilterPolicy.MAX_LIST) {
      throw pointer.refused(
          "the list has " + operand.size() + " values; use 1 to " + FilterPolicy.MAX_LIST);
    }
    return operand.values();
  }
}
