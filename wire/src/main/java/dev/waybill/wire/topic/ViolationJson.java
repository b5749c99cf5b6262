package dev.waybill.wire.topic;

import dev.waybill.topic.Violation;
import dev.waybill.wire.json.Codecs;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.ListJson;
import dev.waybill.wire.json.Slot;
import java.util.List;

public final class ViolationJson {

  private static final Fields<Violation> FIELDS =
      Fields.of("Violation", "A violation of the envelope rules or the schema of the type.");
  private static final Slot.Of<String> POINTER =
      FIELDS.text("pointer", Violation::pointer, "Where in the body, as a JSON pointer.");
  private static final Slot.Of<String> KEYWORD =
      FIELDS.or(
          "",
          "keyword",
          Codecs.TEXT,
          violation -> violation.keyword().isEmpty() ? null : violation.keyword(),
          "The schema keyword that was violated.");
  private static final Slot.Of<String> MESSAGE =
      FIELDS.text("message", Violation::message, "What is allowed.");

  public static final Document<Violation> DOCUMENT =
      FIELDS.make(in -> new Violation(in.get(POINTER), in.get(KEYWORD), in.get(MESSAGE)));

  public static final Document<List<Violation>> LIST =
      ListJson.of(
          "Validated",
          "Violations of an event; empty if it is valid.",
          "violations",
          DOCUMENT,
          Integer.MAX_VALUE);

  private ViolationJson() {}
}
