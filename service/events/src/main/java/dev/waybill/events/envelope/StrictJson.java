package dev.waybill.events.envelope;

import dev.waybill.Code;
import dev.waybill.base.Decimals;
import dev.waybill.base.Text;
import dev.waybill.events.jsonschema.JsonTrees;
import dev.waybill.wire.json.JsonProblems;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Reads JSON into a tree with exact decimals. Refuses input that parsers read differently:
/// duplicate keys, text that is not Unicode, more than one value, deep nesting.
final class StrictJson {

  /// The maximum nesting of an event.
  static final int DEPTH = 64;

  static final JsonMapper MAPPER = JsonTrees.mapper(DEPTH, Decimals.MAX_DIGITS);
  private static final JsonMapper AROUND = JsonTrees.mapper(DEPTH + 1, Decimals.MAX_DIGITS);
  private static final JsonMapper BATCH = JsonTrees.mapper(DEPTH + 2, Decimals.MAX_DIGITS);

  private StrictJson() {}

  static JsonNode value(byte[] json) {
    return value(json, MAPPER);
  }

  /// An event.
  static ObjectNode object(byte[] json) {
    return asObject(value(json, MAPPER));
  }

  /// A document that contains an event, and so may be nested one level deeper.
  static ObjectNode objectAround(byte[] json) {
    return asObject(value(json, AROUND));
  }

  /// A list of documents that each contain an event.
  static JsonNode batch(byte[] json) {
    return value(json, BATCH);
  }

  static ObjectNode asObject(JsonNode value) {
    if (value instanceof ObjectNode object) {
      return object;
    }
    throw Invalid.at("", "must be a JSON object; send {...}");
  }

  static void size(byte[] bytes, int most) {
    if (bytes.length > most) {
      String problem = "has " + bytes.length + " bytes; at most " + most + " may be";
      throw new InvalidEvent(
          Code.PAYLOAD_TOO_LARGE,
          "",
          problem + "; store large data elsewhere and send a reference");
    }
  }

  /// A name as one step of a JSON pointer.
  static String step(String name) {
    boolean plain = name.indexOf('~') < 0 && name.indexOf('/') < 0;
    return "/" + (plain ? name : name.replace("~", "~0").replace("/", "~1"));
  }

  private static JsonNode value(byte[] json, JsonMapper mapper) {
    EnvelopeBytes.refuseByteOrderMark(json);
    boolean escapes = EnvelopeBytes.hasEscapes(json);
    try (JsonParser parser = mapper.createParser(json)) {
      JsonNode tree = single(parser);
      if (escapes) {
        refuseUnstorable(tree, "");
      }
      if (EnvelopeBytes.mayHaveLargeExponent(json)) {
        refuseHugeNumbers(tree, "");
      }
      return tree;
    }
  }

  private static JsonNode single(JsonParser parser) {
    try {
      JsonNode tree = parser.nextToken() == null ? null : parser.readValueAsTree();
      if (tree == null) {
        throw Invalid.at("", "is empty; send a JSON object");
      }
      Invalid.check(parser.nextToken() == null, "", "has more than one JSON value; send one");
      return tree;
    } catch (StreamConstraintsException beyond) {
      throw Invalid.at(pointer(parser), "exceeds a limit: " + words(beyond, parser));
    } catch (MismatchedInputException twice) {
      throw Invalid.at(pointer(parser), "is present twice; send it once");
    } catch (JacksonException malformed) {
      throw Invalid.at(pointer(parser), "is not strict JSON: " + words(malformed, parser));
    } catch (ArithmeticException | NumberFormatException beyond) {
      throw Invalid.at(pointer(parser), "is a number that is too large; send it as a string");
    }
  }

  /// The reason. A pointer names the location; without one, line and column are added.
  private static String words(JacksonException broken, JsonParser parser) {
    return pointer(parser).isEmpty() ? JsonProblems.words(broken) : JsonProblems.what(broken);
  }

  private static String pointer(JsonParser parser) {
    return Text.storable(parser.streamReadContext().pathAsPointer().toString(), 200);
  }

  private static void refuseUnstorable(JsonNode node, String pointer) {
    if (node.isString()) {
      storable(node.stringValue(), pointer);
    } else if (node.isObject()) {
      for (Map.Entry<String, JsonNode> member : node.properties()) {
        storable(member.getKey(), pointer);
        refuseUnstorable(member.getValue(), pointer + step(member.getKey()));
      }
    } else if (node.isArray()) {
      for (int i = 0; i < node.size(); i++) {
        refuseUnstorable(node.get(i), pointer + "/" + i);
      }
    }
  }

  /// Arithmetic with such a number, also in a schema check, would take too long.
  private static void refuseHugeNumbers(JsonNode node, String pointer) {
    if (node.isObject()) {
      for (Map.Entry<String, JsonNode> member : node.properties()) {
        refuseHugeNumbers(member.getValue(), pointer + step(member.getKey()));
      }
    } else if (node.isArray()) {
      for (int i = 0; i < node.size(); i++) {
        refuseHugeNumbers(node.get(i), pointer + "/" + i);
      }
    } else if (node.isNumber()) {
      Invalid.check(
          Decimals.isBounded(node.decimalValue()),
          pointer,
          "has more than " + Decimals.MAX_DIGITS + " digits, zeros included; send it as a string");
    }
  }

  private static void storable(String text, String pointer) {
    Invalid.check(
        Text.isStorable(text),
        pointer,
        "contains a NUL or half of a surrogate pair; send Unicode text without NUL");
  }
}
