package dev.waybill.documents;

import dev.waybill.Code;
import dev.waybill.JobId;
import dev.waybill.NewJob;
import dev.waybill.Page;
import dev.waybill.Payload;
import dev.waybill.RetryPolicy;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import dev.waybill.document.AcceptedDiagram;
import dev.waybill.document.Diagram;
import dev.waybill.document.DiagramEngine;
import dev.waybill.document.DiagramMessage;
import dev.waybill.document.DiagramState;
import dev.waybill.document.Diagrams;
import dev.waybill.document.Document;
import dev.waybill.document.IngestionMessage;
import dev.waybill.document.NewDiagram;
import dev.waybill.documents.record.DiagramFacts;
import dev.waybill.documents.record.DocumentFacts;
import dev.waybill.documents.upload.IngestionJob;
import dev.waybill.documents.upload.RequestChecks;
import dev.waybill.documents.upload.Uploading;
import dev.waybill.messages.DerivedId;
import dev.waybill.service.IdentifiedJobs;
import dev.waybill.settings.Limits;
import dev.waybill.wire.document.DiagramRequestJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// Accepts requests for diagrams of one tenant: stores the record, then the job, and lists the
/// diagram last. So a crash in between leaves nothing visible, and a repeated request with the same
/// request ID completes it.
final class DiagramRequests {

  private final Waybill waybill;
  private final DocumentFacts documents;
  private final DiagramFacts diagrams;
  private final IdentifiedJobs jobs;
  private final Rules rules;

  /// What the diagrams of all tenants have in common.
  ///
  /// @param hasModel whether a language model is configured
  record Rules(RetryPolicy retry, boolean hasModel) {}

  DiagramRequests(
      Waybill waybill,
      DocumentFacts documents,
      DiagramFacts diagrams,
      IdentifiedJobs jobs,
      Rules rules) {
    this.waybill = waybill;
    this.documents = documents;
    this.diagrams = diagrams;
    this.jobs = jobs;
    this.rules = rules;
  }

  AcceptedDiagram create(NewDiagram asked) {
    RequestChecks.checkSession(asked.session());
    RequestChecks.checkRequestId(asked.requestId());
    Diagram diagram = diagram(asked);
    Optional<Diagram> known = diagrams.find(diagram.id());
    if (known.isPresent()) {
      return earlier(asked, diagram, known.get());
    }
    List<Document> shown = documents(asked);
    checkNotDeleted(diagram);
    if (!diagrams.create(diagram)) {
      throw new WaybillException(
          Code.UNAVAILABLE, "another call with this request ID is in progress; retry later");
    }
    enqueueOrForget(asked, diagram, shown);
    return new AcceptedDiagram(diagram, false);
  }

  private void checkNotDeleted(Diagram diagram) {
    if (diagrams.isDeleted(diagram.id())) {
      throw new WaybillException(
          Code.REQUEST_ID_CONFLICT, "this request ID was used for a diagram that was deleted");
    }
  }

  /// The ID follows from the request ID, so that the ledger finds the earlier request.
  private Diagram diagram(NewDiagram asked) {
    String requestId = asked.requestId();
    String id =
        requestId == null
            ? UUID.randomUUID().toString()
            : DerivedId.of("diagram", diagrams.tenant(), requestId);
    return new Diagram(
        id,
        asked.subject().kind(),
        engine(asked.subject()),
        new Diagram.Origin(
            asked.session(),
            jobs.newId(),
            asked.subject().documents().stream().distinct().toList(),
            diagrams.now()),
        Diagram.Progress.pending(diagrams.now()),
        null);
  }

  private DiagramEngine engine(NewDiagram.Subject subject) {
    DiagramEngine engine = subject.engine();
    if (engine == null) {
      return rules.hasModel() ? DiagramEngine.MODEL : DiagramEngine.BUILTIN;
    }
    if (engine == DiagramEngine.MODEL && !rules.hasModel()) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT,
          "no language model is configured: set documents.diagram.provider, or use engine builtin");
    }
    return engine;
  }

  private List<Document> documents(NewDiagram asked) {
    List<String> ids = asked.subject().documents().stream().distinct().toList();
    checkCount(ids.size());
    List<Document> shown = ids.isEmpty() ? all(asked.session()) : named(asked.session(), ids);
    if (shown.isEmpty()) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT, "session " + Text.quote(asked.session()) + " has no documents");
    }
    return shown;
  }

  private List<Document> named(String session, List<String> ids) {
    Map<String, Document> found = documents.find(ids);
    for (String id : ids) {
      Document document = found.get(id);
      if (document == null || !document.session().equals(session)) {
        throw new WaybillException(
            Code.INVALID_ARGUMENT,
            "there is no document %s in session %s".formatted(Text.quote(id), Text.quote(session)));
      }
    }
    return List.copyOf(found.values());
  }

  private List<Document> all(String session) {
    List<Document> all = new ArrayList<>();
    Page.Request request = Page.Request.first(Limits.PAGE_SIZE);
    Page<Document> page = documents.list(session, request);
    all.addAll(page.items());
    for (String next = page.nextCursor(); next != null; next = page.nextCursor()) {
      checkCount(all.size());
      page = documents.list(session, request.next(next));
      all.addAll(page.items());
    }
    checkCount(all.size());
    return all;
  }

  private static void checkCount(int count) {
    if (count > Diagrams.MAX_DOCUMENTS) {
      throw new WaybillException(
          Code.TOO_MANY_ITEMS,
          "a diagram has at most %d documents: name some with document_ids"
              .formatted(Diagrams.MAX_DOCUMENTS));
    }
  }

  private AcceptedDiagram earlier(NewDiagram asked, Diagram same, Diagram known) {
    if (!isSame(known, same)) {
      throw new WaybillException(
          Code.REQUEST_ID_CONFLICT,
          "this request ID was used for diagram " + known.id() + " with other parameters");
    }
    if (known.state() == DiagramState.PENDING && waybill.find(known.jobId()).isEmpty()) {
      enqueue(asked, known, documents(asked));
    }
    return new AcceptedDiagram(known, true);
  }

  private static boolean isSame(Diagram one, Diagram other) {
    return one.kind() == other.kind()
        && one.engine() == other.engine()
        && one.session().equals(other.session())
        && one.origin().asked().equals(other.origin().asked());
  }

  /// A refused job leaves the request ID free for another try.
  private void enqueueOrForget(NewDiagram asked, Diagram diagram, List<Document> shown) {
    try {
      enqueue(asked, diagram, shown);
    } catch (WaybillException refused) {
      if (!refused.code().leavesOutcomeOpen()) {
        diagrams.delete(diagram.id());
      }
      throw refused;
    }
  }

  private void enqueue(NewDiagram asked, Diagram diagram, List<Document> shown) {
    JobId id = diagram.jobId();
    DiagramMessage message =
        new DiagramMessage(
            new IngestionMessage(
                id,
                diagram.session(),
                shown.stream().map(IngestionJob::item).toList(),
                diagram.createdAt()),
            diagram.id(),
            diagram.kind(),
            diagram.engine());
    NewJob job =
        NewJob.builder(DiagramMessage.TYPE)
            .queue(IngestionMessage.QUEUE)
            .payload(Payload.wrap(DiagramRequestJson.MESSAGE.bytes(message)))
            .priority(asked.priority())
            .requestId("document/" + id)
            .correlationId(diagram.session())
            .traceContext(asked.traceContext())
            .deadline(diagram.createdAt().plus(Uploading.RETENTION))
            .retry(rules.retry())
            .build();
    var _ = jobs.enqueue(id, job);
    diagrams.list(diagram);
  }
}
