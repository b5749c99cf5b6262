package dev.waybill.wire.topic;

import static dev.waybill.wire.json.Codecs.TEXT;
import static dev.waybill.wire.json.Codecs.list;

import dev.waybill.topic.Schema;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;
import java.util.List;

/// A schema that was registered, with warnings about it.
public record RegisteredSchemaJson(Schema schema, List<String> warnings) {

  private static final int MAX_WARNINGS = 1_000;

  private static final Fields<RegisteredSchemaJson> FIELDS =
      Fields.of("RegisteredSchema", "A schema that was registered, with warnings about it.");
  private static final Slot.Included<Schema> SCHEMA =
      FIELDS.include(SchemaJson.DOCUMENT, RegisteredSchemaJson::schema);
  private static final Slot.Of<List<String>> WARNINGS =
      FIELDS.or(
          List.of(),
          "warnings",
          list(TEXT, MAX_WARNINGS),
          RegisteredSchemaJson::warnings,
          "Probable mistakes, such as a keyword that does not exist.");

  public static final Document<RegisteredSchemaJson> DOCUMENT =
      FIELDS.make(in -> new RegisteredSchemaJson(in.get(SCHEMA), in.get(WARNINGS)));

  public RegisteredSchemaJson {
    warnings = List.copyOf(warnings);
  }
}
