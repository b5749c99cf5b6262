package dev.waybill.documents.process;

import dev.waybill.Failure;
import dev.waybill.Job;
import dev.waybill.Outcome;
import dev.waybill.Payload;
import dev.waybill.base.Text;
import dev.waybill.base.WorkContext;
import dev.waybill.document.Document;
import dev.waybill.document.DocumentFailure;
import dev.waybill.document.DocumentStage;
import dev.waybill.document.DocumentState;
import dev.waybill.document.IngestionMessage;
import dev.waybill.document.IngestionResult;
import dev.waybill.documents.process.StageException.Remedy;
import dev.waybill.documents.record.DocumentFacts;
import dev.waybill.spi.BlobStore;
import dev.waybill.wire.document.IngestionJson;
import dev.waybill.wire.json.InvalidDocument;
import dev.waybill.worker.Handler;
import dev.waybill.worker.Task;
import java.lang.System.Logger.Level;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;

/// Processes the uploads of one tenant, one job each. A document that fails does not affect the
/// others of its job.
///
/// A failure for good is a state of the document. The job fails if all its documents do, and
/// otherwise its result says what became of each. Any other failure retries the job, which then
/// skips the documents that are ready. A job that waits for a rate limit or a budget has no error.
public final class IngestionHandler implements Handler {

  private static final System.Logger LOG = System.getLogger(IngestionHandler.class.getName());

  private final DocumentFacts facts;
  private final BlobStore blobs;
  private final Tools tools;
  private final InstantSource clock;

  public IngestionHandler(DocumentFacts facts, BlobStore blobs, Tools tools, InstantSource clock) {
    this.facts = facts;
    this.blobs = blobs;
    this.tools = tools;
    this.clock = clock;
  }

  @Override
  public Outcome handle(Task task) throws InterruptedException {
    IngestionMessage message;
    try {
      message = IngestionJson.MESSAGE.readAnswer(task.payload().bytesWithoutCopy());
    } catch (InvalidDocument malformed) {
      return new Outcome.Reject(
          Failure.of("invalid_message", String.valueOf(malformed.getMessage())));
    }
    return WorkContext.current()
        .with(Map.of("tenant", facts.tenant(), "job_id", task.job().id().toString()))
        .in(task.job().request().traceContext())
        .call(() -> process(task, message));
  }

  /// The documents of a job, and the failures that are not for good.
  private record Run(List<Document> documents, List<Stopped> stopped) {}

  private record Stopped(Document document, StageException why) {}

  private Outcome process(Task task, IngestionMessage message) throws InterruptedException {
    DocumentProcessing processing =
        new DocumentProcessing(
            facts, blobs, tools, new ProcessingProgress(task, clock), task.attempt());
    Run run = new Run(new ArrayList<>(), new ArrayList<>());
    for (IngestionMessage.Item item : message.documents()) {
      Optional<Document> document = facts.find(item.documentId());
      if (document.isPresent()) {
        process(document.get(), task.job(), processing, run);
      }
    }
    return outcome(run);
  }

  private void process(Document document, Job job, DocumentProcessing processing, Run run)
      throws InterruptedException {
    if (isDone(document, job, processing)) {
      run.documents().add(document);
      return;
    }
    try {
      processing.process(document).ifPresent(run.documents()::add);
    } catch (StageException failed) {
      failed(document, failed, processing, run);
    } catch (CancellationException canceled) {
      var _ = processing.undoIfDeleted(document);
      throw canceled;
    } catch (RuntimeException failed) {
      LOG.log(Level.WARNING, "cannot process document " + document.id(), failed);
      failed(document, unexpected(document, failed), processing, run);
    }
  }

  private void failed(
      Document document, StageException why, DocumentProcessing processing, Run run) {
    boolean definite = why.remedy() == Remedy.NONE;
    DocumentFailure failure = why.failure();
    LOG.log(
        definite ? Level.ERROR : Level.WARNING,
        "document {0} failed at stage {1}: {2}: {3}",
        document.id(),
        failure.stage().word(),
        failure.code(),
        failure.message());
    Document failed = processing.failed(document, failure, definite);
    if (processing.undoIfDeleted(document)) {
      return;
    }
    run.documents().add(failed);
    if (!definite) {
      run.stopped().add(new Stopped(failed, why));
    }
  }

  private StageException unexpected(Document document, RuntimeException failed) {
    DocumentStage stage =
        switch (facts.find(document.id()).orElse(document).state()) {
          case UPLOADED -> DocumentStage.DOWNLOAD;
          case PARSING, FAILED -> DocumentStage.PARSE;
          case CHUNKED -> DocumentStage.EMBED;
          case EMBEDDED -> DocumentStage.STORE;
          case READY -> DocumentStage.COMPLETE;
        };
    return StageException.retryable(stage, "internal", failed, null);
  }

  /// A document that has failed for good is processed again only after the job was redriven. One
  /// that is ready is processed again for another model, or if its vectors are lost.
  private boolean isDone(Document document, Job job, DocumentProcessing processing) {
    Document.Indexed indexed = document.progress().indexed();
    return switch (document.state()) {
      case READY ->
          indexed != null
              && tools.embedder().model().made(indexed.model(), indexed.dimension())
              && processing.hasVectors(document);
      case FAILED -> !isRedriven(job);
      case UPLOADED, PARSING, CHUNKED, EMBEDDED -> false;
    };
  }

  /// Whether this may be the first attempt after the job was redriven.
  private static boolean isRedriven(Job job) {
    Job.Progress progress = job.progress();
    return progress.generation() > 0 && progress.errors() + progress.crashes() == 0;
  }

  private static Outcome outcome(Run run) {
    if (!run.stopped().isEmpty()) {
      return notYet(run.stopped());
    }
    List<Document> failed =
        run.documents().stream().filter(one -> one.state() == DocumentState.FAILED).toList();
    return failed.isEmpty() || failed.size() < run.documents().size()
        ? new Outcome.Done(
            Payload.wrap(IngestionJson.RESULT.bytes(new IngestionResult(run.documents()))))
        : new Outcome.Fail(failure(failed));
  }

  /// An operator is asked only if nothing else is left to try.
  private static Outcome notYet(List<Stopped> stopped) {
    Failure failure = failure(stopped.stream().map(Stopped::document).toList());
    Optional<Stopped> again = first(stopped, Remedy.RETRY);
    if (again.isPresent()) {
      return new Outcome.Retry(failure, again.get().why().retryAfter().orElse(null));
    }
    return first(stopped, Remedy.WAIT)
        .flatMap(waiting -> waiting.why().retryAfter())
        .map(Outcome::snooze)
        .orElseGet(() -> new Outcome.Reject(failure));
  }

  private static Optional<Stopped> first(List<Stopped> stopped, Remedy remedy) {
    return stopped.stream().filter(one -> one.why().remedy() == remedy).findFirst();
  }

  private static Failure failure(List<Document> documents) {
    List<String> lines = new ArrayList<>();
    String code = "";
    for (Document document : documents) {
      DocumentFailure why = document.progress().failure();
      if (why != null) {
        code = code.isEmpty() ? why.code() : code;
        lines.add(
            "%s failed at %s: %s: %s"
                .formatted(
                    Text.quote(document.name()), why.stage().word(), why.code(), why.message()));
      }
    }
    return Failure.of(code, String.join("; ", lines));
  }
}
