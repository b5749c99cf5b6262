package dev.waybill.documents.process;

import dev.waybill.Failure;
import dev.waybill.Outcome;
import dev.waybill.Payload;
import dev.waybill.base.WorkContext;
import dev.waybill.document.Diagram;
import dev.waybill.document.DiagramMessage;
import dev.waybill.document.DiagramState;
import dev.waybill.documents.diagram.Drawing;
import dev.waybill.documents.model.DiagramDrawer;
import dev.waybill.documents.record.DiagramFacts;
import dev.waybill.documents.record.DiagramRemoval;
import dev.waybill.documents.record.DocumentFacts;
import dev.waybill.documents.remote.ModelException;
import dev.waybill.spi.BlobStore;
import dev.waybill.wire.document.DiagramJson;
import dev.waybill.wire.document.DiagramRequestJson;
import dev.waybill.wire.json.InvalidDocument;
import dev.waybill.worker.Handler;
import dev.waybill.worker.Task;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;

/// Draws the diagrams of one tenant, one job each, from the documents that are ready.
///
/// The documents of a diagram are recorded before their text is stored with it, and looked up again
/// afterwards: so a document that is deleted at any time takes the diagram with it.
public final class DiagramHandler implements Handler {

  private final Records records;
  private final BlobStore blobs;
  private final Tools tools;
  private final InstantSource clock;
  private final DiagramDrawer drawer;

  /// The records of one tenant.
  public record Records(DocumentFacts documents, DiagramFacts diagrams, DiagramRemoval removal) {}

  public DiagramHandler(
      Records records, BlobStore blobs, Tools tools, InstantSource clock, DiagramDrawer drawer) {
    this.records = records;
    this.blobs = blobs;
    this.tools = tools;
    this.clock = clock;
    this.drawer = drawer;
  }

  @Override
  public Outcome handle(Task task) throws InterruptedException {
    DiagramMessage message;
    try {
      message = DiagramRequestJson.MESSAGE.readAnswer(task.payload().bytesWithoutCopy());
    } catch (InvalidDocument malformed) {
      return new Outcome.Reject(
          Failure.of("invalid_message", String.valueOf(malformed.getMessage())));
    }
    return WorkContext.current()
        .with(Map.of("tenant", records.documents().tenant(), "job_id", task.job().id().toString()))
        .in(task.job().request().traceContext())
        .call(() -> draw(task, message));
  }

  private Outcome draw(Task task, DiagramMessage message) throws InterruptedException {
    Optional<Diagram> found = records.diagrams().find(message.diagramId());
    if (found.isEmpty()) {
      return new Outcome.Fail(Failure.of("diagram_deleted", "the diagram was deleted"));
    }
    Diagram diagram = found.get();
    if (diagram.state() == DiagramState.READY) {
      return done(records.removal().content().with(diagram));
    }
    ProcessingProgress progress = new ProcessingProgress(task, clock);
    DocumentProcessing processing =
        new DocumentProcessing(records.documents(), blobs, tools, progress, task.attempt());
    try {
      DiagramSources sources =
          DiagramSources.read(records.documents(), processing, message.work().documents());
      progress.checkCancelled();
      return sources.documents().isEmpty()
          ? noDocuments(diagram, sources, task.attempt())
          : draw(diagram, sources, task.attempt());
    } catch (StageException failed) {
      return new Outcome.Retry(
          Failure.of(failed.failure().code(), failed.failure().message()),
          failed.retryAfter().orElse(null));
    }
  }

  private Outcome noDocuments(Diagram diagram, DiagramSources sources, int attempt) {
    return failed(
        diagram,
        attempt,
        sources.sources(),
        new Diagram.Failure(
            "no_ready_documents", "no document of the diagram is ready; create another one later"));
  }

  private Outcome failed(
      Diagram diagram, int attempt, Diagram.Sources sources, Diagram.Failure why) {
    var _ =
        records
            .diagrams()
            .move(
                diagram,
                attempt,
                new Diagram.Progress(DiagramState.FAILED, records.diagrams().now(), sources, why));
    return new Outcome.Fail(Failure.of(why.code(), why.message()));
  }

  private Outcome draw(Diagram diagram, DiagramSources sources, int attempt) {
    records.diagrams().link(diagram, sources.sources().used());
    DiagramDrawer.Drawn drawn;
    try {
      drawn = drawer.draw(records.documents().tenant(), diagram, sources.documents());
    } catch (ModelException failed) {
      return notDrawn(failed);
    }
    Outcome outcome = kept(diagram, drawn, sources.sources(), attempt);
    return isDeleted(diagram, sources) ? undone(diagram) : outcome;
  }

  private static Outcome notDrawn(ModelException why) {
    String message = String.valueOf(why.getMessage());
    Optional<Duration> wait = why.retryAfter();
    if (why.isPostponed() && wait.isPresent()) {
      return Outcome.snooze(wait.get());
    }
    return why.isRetryable()
        ? new Outcome.Retry(Failure.of("model_failed", message), wait.orElse(null))
        : new Outcome.Reject(Failure.of("model_refused", message));
  }

  private Outcome kept(
      Diagram diagram, DiagramDrawer.Drawn drawn, Diagram.Sources sources, int attempt) {
    Drawing drawing = drawn.drawing();
    String mermaid = drawing == null ? null : drawing.mermaid();
    Diagram made = diagram.with(new Diagram.Content(mermaid, drawn.exchange()));
    records.removal().content().keepText(made);
    if (drawing == null) {
      return failed(
          made,
          attempt,
          sources,
          new Diagram.Failure(
              "invalid_answer", "the answer of the model is not a diagram: " + drawn.problem()));
    }
    records.removal().content().keepSvg(made, drawing.svg());
    Diagram.Progress ready =
        new Diagram.Progress(DiagramState.READY, records.diagrams().now(), sources, null);
    return done(records.diagrams().move(made, attempt, ready));
  }

  private boolean isDeleted(Diagram diagram, DiagramSources sources) {
    return records.diagrams().isDeleted(diagram.id()) || sources.isOutdated();
  }

  private Outcome undone(Diagram diagram) {
    records.removal().removeUnfinished(diagram.id());
    return new Outcome.Fail(
        Failure.of("document_deleted", "the diagram or one of its documents was deleted"));
  }

  /// The result has no prompt and no answer of a model.
  private static Outcome done(Diagram diagram) {
    Diagram.Content content = diagram.content();
    Diagram bare =
        diagram.with(content == null ? null : new Diagram.Content(content.mermaid(), null));
    return new Outcome.Done(Payload.wrap(DiagramJson.DOCUMENT.bytes(bare)));
  }
}
