package dev.waybill.wire.topic;

import static dev.waybill.wire.json.Codecs.JSON;
import static dev.waybill.wire.json.Codecs.word;

import dev.waybill.topic.Schema;
import dev.waybill.wire.DefinitionsJson;
import dev.waybill.wire.json.Codecs;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.ListJson;
import dev.waybill.wire.json.Slot;
import java.util.List;

/// A schema of events.
public final class SchemaJson {

  private static final Fields<Schema> FIELDS =
      Fields.of("SchemaDefinition", "The schema of the events of a type.");
  private static final Slot.Of<String> SCHEMA =
      FIELDS.required("schema", JSON, Schema::text, "A JSON Schema, draft 2020-12.");
  private static final Slot.Of<Schema.Compatibility> COMPATIBILITY =
      FIELDS.or(
          Schema.Compatibility.BACKWARD,
          "compatibility",
          word(Schema.Compatibility.class),
          Schema::compatibility,
          "Required compatibility with the previous version; default `backward`.");
  private static final Slot.Maybe<String> UPCAST =
      FIELDS.optional(
          "upcast", JSON, Schema::upcast, "How to convert an event of the previous version.");

  /// A schema without its type and version, which are part of the path.
  public static final Document<Schema> DEFINITION =
      FIELDS.make(
          in ->
              new Schema(
                  "",
                  "",
                  in.get(SCHEMA),
                  in.get(COMPATIBILITY),
                  Codecs.unlessNull(in.get(UPCAST))));

  private static final Fields<Schema> NAMED =
      Fields.of("EventSchema", "The schema of the events of one type and version.");
  private static final Slot.Of<String> TYPE =
      NAMED.text("type", Schema::type, "Type of the events.");
  private static final Slot.Of<String> VERSION =
      NAMED.text("version", Schema::version, "Such as `1.0` or `1.0.0`.");
  private static final Slot.Included<Schema> REST = NAMED.include(DEFINITION, schema -> schema);

  public static final Document<Schema> DOCUMENT =
      NAMED.make(in -> in.get(REST).withName(in.get(TYPE), in.get(VERSION)));

  public static final Document<DefinitionsJson.Listed<Schema>> LIST =
      DefinitionsJson.of("SchemaList", DOCUMENT);

  /// The reasons why a schema cannot be registered.
  public static final Document<List<String>> JUDGEMENT =
      ListJson.of(
          "SchemaJudgement",
          "Why a schema cannot be registered; empty if it can.",
          "reasons",
          Codecs.TEXT,
          1_000);

  private SchemaJson() {}
}
