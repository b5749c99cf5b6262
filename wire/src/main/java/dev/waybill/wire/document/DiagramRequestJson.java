package dev.waybill.wire.document;

import static dev.waybill.wire.json.Codecs.TEXT;
import static dev.waybill.wire.json.Codecs.word;

import dev.waybill.document.AcceptedDiagram;
import dev.waybill.document.DiagramEngine;
import dev.waybill.document.DiagramKind;
import dev.waybill.document.DiagramMessage;
import dev.waybill.document.Diagrams;
import dev.waybill.document.IngestionMessage;
import dev.waybill.document.NewDiagram.Subject;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;
import java.util.List;

/// The request for a diagram, its answer, and the payload of its job.
public final class DiagramRequestJson {

  private static final Fields<Subject> FIELDS =
      Fields.of("NewDiagram", "A diagram of documents of a session.");
  private static final Slot.Of<DiagramKind> KIND =
      FIELDS.required(
          "kind",
          word(DiagramKind.class),
          Subject::kind,
          "`outline`: a mind map of headings; `terms`: a graph of key terms.");
  private static final Slot.Of<List<String>> DOCUMENTS =
      FIELDS.some(
          "document_ids",
          TEXT,
          Diagrams.MAX_DOCUMENTS,
          Subject::documents,
          "Documents of the session; default is every one.");
  private static final Slot.Maybe<DiagramEngine> ENGINE =
      FIELDS.optional(
          "engine",
          word(DiagramEngine.class),
          Subject::engine,
          "`builtin`, or `model` for the configured language model; default is the model if one is"
              + " configured.");

  public static final Document<Subject> DOCUMENT =
      FIELDS.make(in -> new Subject(in.get(KIND), in.get(DOCUMENTS), in.get(ENGINE)));

  private static final Fields<AcceptedDiagram> ACCEPTED_FIELDS =
      Fields.of("AcceptedDiagram", "A diagram whose record and job are durable.");
  private static final Slot.Included<dev.waybill.document.Diagram> DIAGRAM =
      ACCEPTED_FIELDS.include(DiagramJson.DOCUMENT, AcceptedDiagram::diagram);
  private static final Slot.Flag DUPLICATE =
      ACCEPTED_FIELDS.flag(
          "duplicate",
          AcceptedDiagram::duplicate,
          "The idempotency key is known: this is the earlier diagram.");

  public static final Document<AcceptedDiagram> ACCEPTED =
      ACCEPTED_FIELDS.make(in -> new AcceptedDiagram(in.get(DIAGRAM), in.get(DUPLICATE)));

  private static final Fields<DiagramMessage> MESSAGE_FIELDS =
      Fields.of("DiagramMessage", "A diagram to draw.");
  private static final Slot.Included<IngestionMessage> WORK =
      MESSAGE_FIELDS.include(IngestionJson.MESSAGE, DiagramMessage::work);
  private static final Slot.Of<String> DIAGRAM_ID =
      MESSAGE_FIELDS.text("diagram_id", DiagramMessage::diagramId, "ID of the diagram.");
  private static final Slot.Of<DiagramKind> MESSAGE_KIND =
      MESSAGE_FIELDS.required(
          "kind", word(DiagramKind.class), DiagramMessage::kind, "What it shows.");
  private static final Slot.Of<DiagramEngine> MESSAGE_ENGINE =
      MESSAGE_FIELDS.required(
          "engine", word(DiagramEngine.class), DiagramMessage::engine, "How it is drawn.");

  public static final Document<DiagramMessage> MESSAGE =
      MESSAGE_FIELDS.make(
          in ->
              new DiagramMessage(
                  in.get(WORK), in.get(DIAGRAM_ID), in.get(MESSAGE_KIND), in.get(MESSAGE_ENGINE)));

  private DiagramRequestJson() {}
}
