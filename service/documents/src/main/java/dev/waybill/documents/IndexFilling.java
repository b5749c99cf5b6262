package dev.waybill.documents;

import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.NewJob;
import dev.waybill.Page;
import dev.waybill.Priority;
import dev.waybill.RetryPolicy;
import dev.waybill.State;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.document.Document;
import dev.waybill.document.DocumentState;
import dev.waybill.documents.embed.EmbeddingModel;
import dev.waybill.documents.process.StoredVectors;
import dev.waybill.documents.process.Tools;
import dev.waybill.documents.record.DocumentFacts;
import dev.waybill.documents.record.FillingTurn;
import dev.waybill.documents.record.KnownTenants;
import dev.waybill.documents.upload.IngestionJob;
import dev.waybill.messages.DerivedId;
import dev.waybill.service.IdentifiedJobs;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Fills an index that is not complete from the stored vectors of all documents that are ready.
/// Documents without vectors of the current model are processed again by jobs of low priority. A
/// server that dies in between starts over, which changes nothing that is in place. Of servers that
/// share the index, one fills it at a time.
final class IndexFilling {

  /// Jobs that wait or run at the same time.
  private static final int MOST_JOBS = 1_000;

  private static final int PAGE = 10;

  private static final System.Logger LOG = System.getLogger(IndexFilling.class.getName());

  private final DocumentService.Engine engine;
  private final Function<String, Tools> tools;
  private final RetryPolicy retry;
  private final KnownTenants tenants;
  private final Index index;
  private @Nullable Walk walk;
  private boolean done;

  /// The index to fill.
  ///
  /// @param turn the right to fill it
  record Index(IndexState state, FillingTurn turn) {}

  /// What is left to do, and what was done.
  private static final class Walk {

    private final Deque<String> tenants;
    private final Deque<OpenJob> jobs = new ArrayDeque<>();
    private @Nullable String cursor;
    private long restored;
    private long processed;
    private long failed;

    Walk(Iterable<String> all) {
      this.tenants = new ArrayDeque<>();
      all.forEach(tenants::add);
    }
  }

  /// A job that processes a document again.
  private record OpenJob(String tenant, JobId id) {}

  /// How soon the next step should follow.
  enum Next {
    AT_ONCE,
    LATER
  }

  IndexFilling(
      DocumentService.Engine engine,
      Function<String, Tools> tools,
      RetryPolicy retry,
      KnownTenants tenants,
      Index index) {
    this.engine = engine;
    this.tools = tools;
    this.retry = retry;
    this.tenants = tenants;
    this.index = index;
  }

  /// Does a small part of the work, unless another server does it. Without documents nothing is
  /// opened.
  Next step() {
    if (done || tenants.all().isEmpty()) {
      return Next.LATER;
    }
    if (walk == null && index.state().isComplete(tools.apply(Waybill.DEFAULT_TENANT))) {
      done = true;
      return Next.LATER;
    }
    if (!index.turn().take()) {
      walk = null;
      return Next.LATER;
    }
    Walk current = walk == null ? new Walk(tenants.all()) : walk;
    walk = current;
    return step(current);
  }

  /// Lets another server continue. No step may follow.
  void close() {
    if (walk == null || done) {
      return;
    }
    try {
      index.turn().release();
    } catch (WaybillException failed) {
      LOG.log(Level.DEBUG, "the turn to fill the index ends by itself", failed);
    }
  }

  private Next step(Walk current) {
    dropEnded(current);
    if (current.tenants.isEmpty()) {
      return current.jobs.isEmpty() ? finished(current) : Next.LATER;
    }
    if (current.jobs.size() >= MOST_JOBS) {
      return Next.LATER;
    }
    fillPage(current, current.tenants.getFirst());
    return current.tenants.isEmpty() && current.jobs.isEmpty() ? finished(current) : Next.AT_ONCE;
  }

  private Next finished(Walk current) {
    index.state().markComplete(tools.apply(Waybill.DEFAULT_TENANT), engine.clock().instant());
    done = true;
    index.turn().release();
    if (current.restored + current.processed > 0) {
      LOG.log(
          Level.INFO,
          "the index of documents is complete: {0} documents filled in, {1} processed again",
          current.restored,
          current.processed - current.failed);
    }
    if (current.failed > 0) {
      LOG.log(
          Level.WARNING,
          "{0} documents could not be processed again: searches do not find them until their jobs"
              + " in the queue documents are redriven",
          current.failed);
    }
    return Next.LATER;
  }

  private void dropEnded(Walk current) {
    while (!current.jobs.isEmpty()) {
      OpenJob open = current.jobs.getFirst();
      Optional<Job> job = engine.waybill().tenant(open.tenant()).find(open.id());
      if (job.isPresent() && !job.get().progress().state().isTerminal()) {
        return;
      }
      boolean good = job.isPresent() && job.get().progress().state() == State.COMPLETED;
      current.failed += good ? 0 : 1;
      current.jobs.removeFirst();
    }
  }

  private void fillPage(Walk current, String tenant) {
    DocumentFacts facts = new DocumentFacts(engine.backend().ledger(), tenant, engine.clock());
    Page<Document> page = facts.list(null, new Page.Request(PAGE, current.cursor));
    for (Document document : page.items()) {
      if (!index.turn().take()) {
        return; // to the same page, if the turn comes back
      }
      if (document.state() == DocumentState.READY) {
        fill(current, facts, document);
      }
    }
    current.cursor = page.nextCursor();
    if (current.cursor == null) {
      current.tenants.removeFirst();
    }
  }

  private void fill(Walk current, DocumentFacts facts, Document document) {
    if (current.restored + current.processed == 0) {
      LOG.log(Level.INFO, "filling the index of documents from their stored chunks and vectors");
    }
    Tools with = tools.apply(facts.tenant());
    if (new StoredVectors(facts, engine.backend().blobs(), with).restore(document)) {
      current.restored++;
      return;
    }
    current.jobs.add(
        new OpenJob(facts.tenant(), enqueue(facts.tenant(), document, with.embedder().model())));
    current.processed++;
  }

  /// The same job if this is repeated before it has ended.
  private JobId enqueue(String tenant, Document document, EmbeddingModel model) {
    IdentifiedJobs jobs = engine.jobs().apply(tenant);
    JobId id = jobs.newId();
    String request =
        DerivedId.of(
            document.id(),
            document.progress().updatedAt().toString(),
            model.name(),
            Integer.toString(model.dimension()));
    NewJob job =
        IngestionJob.of(id, List.of(document), engine.clock().instant())
            .priority(Priority.LOW)
            .requestId("document/embed/" + request)
            .retry(retry)
            .build();
    return jobs.enqueue(id, job).id();
  }
}
