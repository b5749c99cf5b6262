package dev.waybill.backend.nats;

import dev.waybill.Code;
import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.backend.support.LatestState;
import dev.waybill.backend.support.LatestStates;
import dev.waybill.bytes.Utf8;
import dev.waybill.spi.Fact;
import dev.waybill.spi.LedgerKey;
import dev.waybill.spi.PublishedKind;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/// Encodes facts and latest states as JSON that any client of NATS can read. Unknown fields are
/// ignored.
final class LedgerJson {

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).build())
          .build();

  /// Reads data, which is nested in a record, less deep than records are read.
  private static final JsonFactory DATA =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNestingDepth(100)
                  .build())
          .build();

  private static final String BASE64 = "_base64";

  private LedgerJson() {}

  static byte[] fact(Fact fact) {
    return written(out -> write(out, fact));
  }

  static Fact fact(byte[] json) {
    return read(Fields.read(json));
  }

  private static void write(JsonGenerator out, Fact fact) {
    identity(out, fact);
    out.writeStringProperty("state", fact.state());
    out.writeNumberProperty("rank", fact.rank());
    out.writeNumberProperty("standing", fact.standing());
    out.writeStringProperty("at", fact.at().toString());
    data(out, "data", fact.data().bytesWithoutCopy());
  }

  private static void identity(JsonGenerator out, Fact fact) {
    out.writeStringProperty("tenant", fact.key().tenant());
    out.writeStringProperty("kind", fact.key().kind());
    out.writeStringProperty("id", fact.key().id());
    out.writeNumberProperty("attempt", fact.attempt());
    out.writeStringProperty("type", fact.type());
  }

  private static Fact read(Fields fields) {
    LedgerKey key = new LedgerKey(fields.text("tenant"), fields.text("kind"), fields.text("id"));
    Instant at = Instant.parse(fields.text("at"));
    return Fact.of(key, (int) fields.number("attempt"), fields.text("type"), at, data(fields))
        .withState(fields.text("state"))
        .withRank((int) fields.number("rank"), (int) fields.number("standing"));
  }

  private static Payload data(Fields fields) {
    return Payload.wrap(
        fields
            .data("data")
            .orElseThrow(() -> new WaybillException(Code.CORRUPT, "a fact has no data")));
  }

  /// Latest states, with the fact that led to each.
  static final LatestStates.Form STATES =
      new LatestStates.Form() {
        @Override
        public byte[] write(LatestState latest) {
          return latest(latest);
        }

        @Override
        public LatestState read(byte[] json) {
          return latest(json);
        }
      };

  private static byte[] latest(LatestState latest) {
    Fact fact = latest.fact();
    return written(
        out -> {
          out.writeStringProperty("state", fact.state());
          out.writeNumberProperty("rank", fact.rank());
          out.writeNumberProperty("version", latest.version());
          out.writeStringProperty("at", fact.at().toString());
          shown(out, fact);
          out.writeNumberProperty("standing", fact.standing());
          identity(out, fact);
          data(out, "data", fact.data().bytesWithoutCopy());
          out.writeName("moved_by");
          out.writeStartArray();
          latest.movedBy().forEach(out::writeNumber);
          out.writeEndArray();
        });
  }

  private static LatestState latest(byte[] json) {
    Fields fields = Fields.read(json);
    return new LatestState(read(fields), fields.number("version"), fields.numbers());
  }

  /// The texts of the data that the latest state of a published kind shows.
  private static void shown(JsonGenerator out, Fact fact) {
    byte[] data = fact.data().bytesWithoutCopy();
    List<String> names =
        PublishedKind.named(fact.key().kind()).map(PublishedKind::shown).orElse(List.of());
    if (!names.isEmpty() && isObject(data)) {
      Fields fields = Fields.read(data);
      names.forEach(
          name -> fields.optional(name).ifPresent(text -> out.writeStringProperty(name, text)));
    }
  }

  /// Data that is a JSON object is a part of the record, byte for byte. Other text is a string.
  static void data(JsonGenerator out, String name, byte[] bytes) {
    Optional<String> text = Utf8.decode(bytes);
    if (text.isEmpty()) {
      out.writeStringProperty(name + BASE64, Base64.getEncoder().encodeToString(bytes));
    } else if (isObject(bytes)) {
      out.writeName(name);
      out.writeRawValue(text.get());
    } else {
      out.writeStringProperty(name, text.get());
    }
  }

  private static boolean isObject(byte[] data) {
    if (data.length < 2 || data[0] != '{' || data[data.length - 1] != '}') {
      return false;
    }
    try (JsonParser parser = DATA.createParser(ObjectReadContext.empty(), data)) {
      parser.nextToken();
      parser.skipChildren();
      return parser.nextToken() == null;
    } catch (JacksonException malformed) {
      return false;
    }
  }

  static byte[] written(Consumer<JsonGenerator> fields) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
    try (JsonGenerator out = FACTORY.createGenerator(ObjectWriteContext.empty(), bytes)) {
      out.writeStartObject();
      fields.accept(out);
      out.writeEndObject();
    }
    return bytes.toByteArray();
  }

  /// The texts of an array.
  static List<String> texts(byte[] json) {
    List<String> texts = new ArrayList<>();
    try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), json)) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.VALUE_STRING) {
        texts.add(parser.getString());
      }
      return texts;
    } catch (JacksonException malformed) {
      throw new WaybillException(Code.CORRUPT, "a record in NATS is damaged", malformed);
    }
  }

  /// The values of one object, objects as their JSON, and its only list of numbers.
  record Fields(Map<String, String> values, List<Long> numbers) {

    static Fields read(byte[] json) {
      Fields fields = new Fields(new HashMap<>(), new ArrayList<>());
      try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), json)) {
        parser.nextToken();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
          fields.take(parser, json);
        }
        return fields;
      } catch (JacksonException | NumberFormatException malformed) {
        throw new WaybillException(Code.CORRUPT, "a record in NATS is damaged", malformed);
      }
    }

    private void take(JsonParser parser, byte[] json) {
      String name = parser.currentName();
      JsonToken token = parser.nextToken();
      if (token.isScalarValue()) {
        values.put(name, parser.getString());
      } else if (name.equals("moved_by") && token == JsonToken.START_ARRAY) {
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          numbers.add(parser.getLongValue());
        }
      } else {
        int from = (int) parser.currentTokenLocation().getByteOffset();
        parser.skipChildren();
        int to = (int) parser.currentLocation().getByteOffset();
        values.put(name, new String(json, from, to - from, StandardCharsets.UTF_8));
      }
    }

    /// What [LedgerJson#data] has written.
    Optional<byte[]> data(String name) {
      return optional(name + BASE64)
          .map(Base64.getDecoder()::decode)
          .or(() -> optional(name).map(text -> text.getBytes(StandardCharsets.UTF_8)));
    }

    Optional<String> optional(String name) {
      return Optional.ofNullable(values.get(name));
    }

    String text(String name) {
      return optional(name)
          .orElseThrow(
              () -> new WaybillException(Code.CORRUPT, "a record in NATS has no field " + name));
    }

    long number(String name) {
      try {
        return Long.parseLong(text(name));
      } catch (NumberFormatException malformed) {
        throw new WaybillException(
            Code.CORRUPT, "a record in NATS has no number in " + name, malformed);
      }
    }
  }
}
