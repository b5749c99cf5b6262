package dev.waybill.events.envelope;

import dev.waybill.Code;
import dev.waybill.Text;
import java.util.Map;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Reads JSON into a tree with exact decimals. Refuses what others would read differently: keys
/// that come twice, text that is not Unicode, more than one value, nesting without end.
final class StrictJson {

  /// How deep an event may nest.
  static final int DEPTH = 64;

  static final int NUMBER_LENGTH = 1_000;

  private static final Pattern FOR_PROGRAMMERS =
      Pattern.compile(" \\(start marker at .*|: enable `.*");

  static final JsonMapper MAPPER = mapper(DEPTH);
  private static final JsonMapper AROUND = mapper(DEPTH + 1);
  private static final JsonMapper BATCH = mapper(DEPTH + 2);

  private StrictJson() {}

  static JsonNode value(byte[] json) {
    return value(json, MAPPER);
  }

  /// An event.
  static ObjectNode object(byte[] json) {
    return asObject(value(json, MAPPER));
  }

  /// A document that holds an event, and so may nest deeper by one.
  static ObjectNode objectAround(byte[] json) {
    return asObject(value(json, AROUND));
  }

  /// A list of documents that each hold an event.
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
          Code.PAYLOAD_TOO_LARGE, "", problem + "; keep what is large elsewhere and send where");
    }
  }

  /// A name as one step of a JSON pointer.
  static String step(String name) {
    boolean plain = name.indexOf('~') < 0 && name.indexOf('/') < 0;
    return "/" + (plain ? name : name.replace("~", "~0").replace("/", "~1"));
  }

  private static JsonNode value(byte[] json, JsonMapper mapper) {
    Utf8.refuseByteOrderMark(json);
    boolean escapes = Utf8.hasEscapes(json);
    try (JsonParser parser = mapper.createParser(json)) {
      JsonNode tree = single(parser);
      if (escapes) {
        refuseUnstorable(tree, "");
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
      Invalid.check(parser.nextToken() == null, "", "goes on after its JSON value; send one value");
      return tree;
    } catch (StreamConstraintsException beyond) {
      throw Invalid.at(pointer(parser), "is beyond a limit: " + firstLine(beyond));
    } catch (MismatchedInputException twice) {
      throw Invalid.at(pointer(parser), "is there twice; send it once");
    } catch (JacksonException malformed) {
      throw Invalid.at(pointer(parser), "is not strict JSON: " + firstLine(malformed));
    } catch (ArithmeticException | NumberFormatException beyond) {
      throw Invalid.at(pointer(parser), "is a number beyond all limits; send it as a string");
    }
  }

  private static String pointer(JsonParser parser) {
    return Text.storable(parser.streamReadContext().pathAsPointer().toString(), 200);
  }

  /// The words of the parser, without those that speak to its programmer.
  private static String firstLine(JacksonException e) {
    String message = String.valueOf(e.getOriginalMessage());
    String line = message.lines().findFirst().orElse("malformed");
    return Text.storable(FOR_PROGRAMMERS.matcher(line).replaceAll(""), 200);
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

  private static void storable(String text, String pointer) {
    Invalid.check(
        Text.isStorable(text),
        pointer,
        "has a NUL or half of a surrogate pair in its text; send Unicode text without NUL");
  }

  private static JsonMapper mapper(int depth) {
    StreamReadConstraints limits =
        StreamReadConstraints.builder()
            .maxNestingDepth(depth)
            .maxNumberLength(NUMBER_LENGTH)
            .maxStringLength(Integer.MAX_VALUE)
            .build();
    return JsonMapper.builder(JsonFactory.builder().streamReadConstraints(limits).build())
        .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
        .enable(JsonNodeFeature.USE_BIG_DECIMAL_FOR_FLOATS)
        .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
        .build();
  }
}
