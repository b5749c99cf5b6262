package dev.waybill.wire.document;

import static dev.waybill.wire.json.Codecs.JOB_ID;
import static dev.waybill.wire.json.Codecs.TEXT;
import static dev.waybill.wire.json.Codecs.TIME;
import static dev.waybill.wire.json.Codecs.word;

import dev.waybill.JobId;
import dev.waybill.Page;
import dev.waybill.document.Diagram;
import dev.waybill.document.Diagram.Exchange;
import dev.waybill.document.Diagram.LeftOut;
import dev.waybill.document.Diagram.Source;
import dev.waybill.document.DiagramEngine;
import dev.waybill.document.DiagramKind;
import dev.waybill.document.DiagramState;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.PageJson;
import dev.waybill.wire.json.Slot;
import dev.waybill.wire.json.Values;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A diagram: an answer, the data of its facts, and the result of its job.
public final class DiagramJson {

  private static final Fields<Source> SOURCE =
      Fields.of("DiagramSource", "A document that a diagram shows.");
  private static final Slot.Of<String> SOURCE_ID =
      SOURCE.text("document_id", Source::documentId, "ID of the document.");
  private static final Slot.Of<String> SOURCE_NAME =
      SOURCE.text("name", Source::name, "Name of the file.");
  private static final Document<Source> SOURCE_DOCUMENT =
      SOURCE.make(in -> new Source(in.get(SOURCE_ID), in.get(SOURCE_NAME)));

  private static final Fields<LeftOut> LEFT_OUT =
      Fields.of("DiagramOmission", "A document that a diagram does not show.");
  private static final Slot.Of<String> LEFT_OUT_ID =
      LEFT_OUT.text("document_id", LeftOut::documentId, "ID of the document.");
  private static final Slot.Of<LeftOut.Reason> REASON =
      LEFT_OUT.required(
          "reason",
          word(LeftOut.Reason.class),
          LeftOut::reason,
          "`not_ready`, `failed`, `deleted`, or `limit` if the documents before it have as many"
              + " chunks as a diagram may have.");
  private static final Document<LeftOut> LEFT_OUT_DOCUMENT =
      LEFT_OUT.make(in -> new LeftOut(in.get(LEFT_OUT_ID), in.get(REASON)));

  private static final Fields<Diagram.Failure> FAILURE =
      Fields.of("DiagramFailure", "Why a diagram failed.");
  private static final Slot.Of<String> CODE =
      FAILURE.text("code", Diagram.Failure::code, "Stable code, such as `no_ready_documents`.");
  private static final Slot.Of<String> MESSAGE =
      FAILURE.text("message", Diagram.Failure::message, "What happened.");
  private static final Document<Diagram.Failure> FAILURE_DOCUMENT =
      FAILURE.make(in -> new Diagram.Failure(in.get(CODE), in.get(MESSAGE)));

  private static final Fields<Diagram> FIELDS =
      Fields.of("Diagram", "A diagram of documents of a session, and how far it is.");
  private static final Slot.Of<String> ID =
      FIELDS.text("diagram_id", Diagram::id, "ID of the diagram.");
  private static final Slot.Of<String> SESSION =
      FIELDS.text("session_id", Diagram::session, "The session of the documents.");
  private static final Slot.Of<JobId> JOB =
      FIELDS.required("job_id", JOB_ID, Diagram::jobId, "The job that draws it.");
  private static final Slot.Of<DiagramKind> KIND =
      FIELDS.required("kind", word(DiagramKind.class), Diagram::kind, "What it shows.");
  private static final Slot.Of<DiagramEngine> ENGINE =
      FIELDS.required(
          "engine", word(DiagramEngine.class), Diagram::engine, "How its content is found.");
  private static final Slot.Of<DiagramState> STATE =
      FIELDS.required("state", word(DiagramState.class), Diagram::state, "How far it is.");
  private static final Slot.Maybe<Diagram.Failure> FAILED =
      FIELDS.optional(
          "failure", FAILURE_DOCUMENT, diagram -> diagram.progress().failure(), "Why it failed.");
  private static final Slot.Of<List<String>> ASKED =
      FIELDS.some(
          "document_ids",
          TEXT,
          Integer.MAX_VALUE,
          diagram -> diagram.origin().asked(),
          "The documents of the request; absent if it named none.");
  private static final Slot.Of<List<Source>> USED =
      FIELDS.some(
          "documents",
          SOURCE_DOCUMENT,
          Integer.MAX_VALUE,
          diagram -> diagram.progress().sources().used(),
          "The documents that it shows.");
  private static final Slot.Of<List<LeftOut>> OMITTED =
      FIELDS.some(
          "left_out",
          LEFT_OUT_DOCUMENT,
          Integer.MAX_VALUE,
          diagram -> diagram.progress().sources().leftOut(),
          "The documents that it does not show.");
  private static final Slot.Of<Instant> CREATED_AT =
      FIELDS.required("created_at", TIME, Diagram::createdAt, "When it was requested.");
  private static final Slot.Of<Instant> UPDATED_AT =
      FIELDS.required(
          "updated_at",
          TIME,
          diagram -> diagram.progress().updatedAt(),
          "When its state last changed.");

  static {
    FIELDS.optional(
        "svg", TEXT, DiagramJson::svg, "Path of the picture; absent before it is ready.");
  }

  private static final Slot.Maybe<String> MERMAID =
      FIELDS.optional(
          "mermaid",
          TEXT,
          DiagramJson::mermaid,
          "Mermaid text; absent before it is ready, and in lists.");
  private static final Slot.Maybe<String> MODEL =
      FIELDS.optional(
          "model", TEXT, exchanged(Exchange::model), "The language model that was asked.");
  private static final Slot.Maybe<String> PROMPT =
      FIELDS.optional("prompt", TEXT, exchanged(Exchange::prompt), "The question to the model.");
  private static final Slot.Maybe<String> ANSWER =
      FIELDS.optional(
          "answer", TEXT, exchanged(Exchange::answer), "The answer of the model, unchanged.");

  public static final Document<Diagram> DOCUMENT = FIELDS.make(DiagramJson::diagram);

  public static final Document<Page<Diagram>> PAGE = PageJson.of(DOCUMENT);

  private DiagramJson() {}

  private static @Nullable String svg(Diagram diagram) {
    return diagram.state() == DiagramState.READY ? "/v1/diagrams/" + diagram.id() + "/svg" : null;
  }

  private static @Nullable String mermaid(Diagram diagram) {
    Diagram.Content content = diagram.content();
    return content == null ? null : content.mermaid();
  }

  private static Function<Diagram, @Nullable String> exchanged(Function<Exchange, String> part) {
    return diagram -> {
      Diagram.Content content = diagram.content();
      Exchange exchange = content == null ? null : content.exchange();
      return exchange == null ? null : part.apply(exchange);
    };
  }

  private static Diagram diagram(Values in) {
    return new Diagram(
        in.get(ID),
        in.get(KIND),
        in.get(ENGINE),
        new Diagram.Origin(in.get(SESSION), in.get(JOB), in.get(ASKED), in.get(CREATED_AT)),
        new Diagram.Progress(
            in.get(STATE),
            in.get(UPDATED_AT),
            new Diagram.Sources(in.get(USED), in.get(OMITTED)),
            in.get(FAILED)),
        content(in));
  }

  private static Diagram.@Nullable Content content(Values in) {
    String mermaid = in.get(MERMAID);
    String model = in.get(MODEL);
    Exchange exchange =
        model == null ? null : new Exchange(model, in.get(PROMPT, ""), in.get(ANSWER, ""));
    return mermaid == null && exchange == null ? null : new Diagram.Content(mermaid, exchange);
  }
}
