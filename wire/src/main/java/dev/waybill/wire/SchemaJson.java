package dev.waybill.wire;

import static dev.waybill.wire.Shape.Scalar.ANY;
import static dev.waybill.wire.Shape.Scalar.TEXT;
import static dev.waybill.wire.Shape.optional;
import static dev.waybill.wire.Shape.required;

import dev.waybill.topic.Schema;
import java.util.List;
import java.util.stream.Stream;

/// A schema for events, with what belongs to it.
public final class SchemaJson {

  private static final int MAX_WARNINGS = 1_000;

  private static final List<Shape.Field> FIELDS =
      List.of(
          required("schema", ANY, "A JSON Schema, draft 2020-12."),
          optional(
              "compatibility",
              Shape.Words.of(Schema.Compatibility.class),
              "What it owes to the version before it; `backward`."),
          optional("upcast", ANY, "How an event of an older version becomes one of this."));

  /// What can be said of a schema whose type and version stand elsewhere.
  public static final Shape DEFINITION =
      new Shape("SchemaDefinition", "What events of a type look like.", FIELDS);

  public static final Shape SHAPE =
      new Shape(
          "EventSchema",
          "What events of one type and version look like.",
          Stream.concat(
                  Stream.of(
                      required("type", TEXT, "The type of the events."),
                      required("version", TEXT, "Such as `1.0` or `1.0.0`.")),
                  FIELDS.stream())
              .toList());

  /// The answer to whoever registers a schema.
  public static final Shape REGISTERED =
      new Shape(
          "RegisteredSchema",
          "A schema as it is registered, and what is doubtful in it.",
          Stream.concat(
                  SHAPE.fields().stream(),
                  Stream.of(
                      optional(
                          "warnings",
                          new Shape.Items(TEXT),
                          "What is doubtful, such as a keyword that does not exist.")))
              .toList());

  private SchemaJson() {}

  public static Schema read(JsonIn in) {
    return read(in, SHAPE, "", "");
  }

  public static Schema readDefinition(JsonIn in, String type, String version) {
    return read(in, DEFINITION, type, version);
  }

  private static Schema read(JsonIn in, Shape shape, String type, String version) {
    var found =
        new Object() {
          Schema schema = Schema.of(type, version, "");
        };
    in.object(shape, field -> found.schema = with(in, found.schema, field));
    return found.schema;
  }

  private static Schema with(JsonIn in, Schema s, String field) {
    return switch (field) {
      case "type" -> named(s, in.text(), s.version(), s.text());
      case "version" -> named(s, s.type(), in.text(), s.text());
      case "schema" -> named(s, s.type(), s.version(), in.raw().text());
      case "compatibility" -> s.compatibility(in.word(Schema.Compatibility.class));
      case "upcast" -> upcast(s, in.raw().text());
      default -> throw in.unread(field);
    };
  }

  private static Schema named(Schema s, String type, String version, String text) {
    return new Schema(type, version, text, s.compatibility(), s.upcast());
  }

  private static Schema upcast(Schema s, String json) {
    return s.upcast(json.equals("null") ? null : json);
  }

  /// What is doubtful in a schema that was registered.
  public static List<String> readWarnings(JsonIn in) {
    var found =
        new Object() {
          List<String> warnings = List.of();
          Schema rest = Schema.of("", "", "");
        };
    in.object(
        REGISTERED,
        field -> {
          if (field.equals("warnings")) {
            found.warnings = in.list(MAX_WARNINGS, in::text);
          } else {
            found.rest = with(in, found.rest, field);
          }
        });
    return found.warnings;
  }

  public static void writeRegistered(JsonOut out, Schema schema, List<String> warnings) {
    write(out, schema);
    out.texts("warnings", warnings);
  }

  public static void write(JsonOut out, Schema schema) {
    out.text("type", schema.type());
    out.text("version", schema.version());
    writeDefinition(out, schema);
  }

  public static void writeDefinition(JsonOut out, Schema schema) {
    out.json("schema", schema.text());
    out.word("compatibility", schema.compatibility());
    String upcast = schema.upcast();
    if (upcast != null) {
      out.json("upcast", upcast);
    }
  }
}
