package dev.waybill.documents;

import dev.waybill.QueueStats;
import dev.waybill.RetryPolicy;
import dev.waybill.Waybill;
import dev.waybill.base.BackgroundLoop;
import dev.waybill.document.DiagramMessage;
import dev.waybill.document.IngestionMessage;
import dev.waybill.documents.model.DiagramDrawer;
import dev.waybill.documents.process.DiagramHandler;
import dev.waybill.documents.process.IngestionHandler;
import dev.waybill.documents.process.Tools;
import dev.waybill.documents.record.ArrivingFiles;
import dev.waybill.documents.record.DiagramContent;
import dev.waybill.documents.record.DiagramFacts;
import dev.waybill.documents.record.DiagramRemoval;
import dev.waybill.documents.record.DocumentFacts;
import dev.waybill.documents.record.EmbeddedWith;
import dev.waybill.documents.record.FillingTurn;
import dev.waybill.documents.record.JobDeletion;
import dev.waybill.documents.record.KnownTenants;
import dev.waybill.documents.record.OwedWebhooks;
import dev.waybill.documents.record.RecordedTurn;
import dev.waybill.documents.upload.Uploading;
import dev.waybill.messages.record.ReceiptSigner;
import dev.waybill.service.IdentifiedJobs;
import dev.waybill.settings.QueueSettings;
import dev.waybill.spi.Backend;
import dev.waybill.worker.TenantWorkers;
import dev.waybill.worker.Worker;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Function;

/// Keeps the documents of all tenants of one engine, and runs the workers that process them.
public final class DocumentService {

  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

  /// As the seed has them: the lease, how long a job waits, and three tries.
  static final QueueSettings QUEUE_SETTINGS =
      QueueSettings.NONE
          .withDefaultLeaseDuration(Duration.ofMinutes(5))
          .withWaitingTtl(Duration.ofDays(4));

  /// How often a job may fail, and the delays in between.
  static final RetryPolicy RETRY = RetryPolicy.DEFAULT;

  private static final Duration LONG_POLL = Duration.ofSeconds(20);

  private final Waybill waybill;
  private final Backend backend;
  private final Function<String, IdentifiedJobs> jobs;
  private final InstantSource clock;
  private final Function<String, Tools> tools;
  private final Uploading.Rules rules;
  private final int concurrency;
  private final DiagramDrawer drawer;
  private final KnownTenants tenants;
  private final IndexState state;
  private final IndexFilling filling;
  private final ReceiptSigner signer;
  private final JobDeletion jobDeletion;
  private final CompletionWebhooks webhooks;
  private final FileSweep sweep;
  private final ChunkPurge purge;
  private final TenantWorkers workers;
  private final BackgroundLoop loop;

  /// The engine below the service.
  public record Engine(
      Waybill waybill,
      Backend backend,
      Function<String, IdentifiedJobs> jobs,
      InstantSource clock) {}

  /// How jobs are run.
  ///
  /// @param concurrency how many jobs of a tenant run at the same time
  /// @param drawer draws diagrams
  /// @param sharedIndex whether other servers use the same index
  public record Options(int concurrency, DiagramDrawer drawer, boolean sharedIndex) {}

  /// @param tools of a tenant; asked for when they are needed
  public DocumentService(
      Engine engine, Function<String, Tools> tools, Uploading.Rules rules, Options options) {
    this.waybill = engine.waybill();
    this.backend = engine.backend();
    this.jobs = engine.jobs();
    this.clock = engine.clock();
    this.tools = tools;
    this.rules = rules;
    this.concurrency = options.concurrency();
    this.drawer = options.drawer();
    this.tenants = new KnownTenants(backend.ledger(), clock);
    this.state = new IndexState(new EmbeddedWith(backend.ledger()));
    FillingTurn turn =
        options.sharedIndex() ? new RecordedTurn(backend.ledger(), clock) : FillingTurn.ALWAYS;
    this.filling =
        new IndexFilling(
            engine, tools, rules.retry(), tenants, new IndexFilling.Index(state, turn));
    this.signer = new ReceiptSigner(backend.ledger());
    this.jobDeletion = new JobDeletion(waybill);
    this.webhooks =
        new CompletionWebhooks(
            waybill, new OwedWebhooks(backend.ledger(), clock), this::documents, clock);
    this.sweep =
        new FileSweep(
            tenants,
            backend.blobs(),
            tenant -> new ArrivingFiles(backend.ledger(), facts(tenant)),
            clock);
    this.purge = new ChunkPurge(tenants, tools);
    this.workers = new TenantWorkers(this::startWorker, clock);
    this.loop = new BackgroundLoop("documents", LOOK_EVERY, this::step);
  }

  /// The documents as one tenant sees them.
  public TenantDocuments documents(String tenant) {
    DocumentFacts facts = facts(tenant);
    Uploading uploading =
        new Uploading(
            backend.ledger(),
            backend.blobs(),
            facts,
            jobs.apply(tenant),
            rules,
            webhooks.of(tenant));
    return new TenantDocuments(
        waybill.tenant(tenant),
        facts,
        () -> {
          note(tenant);
          return uploading;
        },
        new DocumentRemoval(
            facts, backend.blobs(), diagramRemoval(tenant), () -> tools.apply(tenant)),
        signer,
        new PassageSearch(facts, () -> tools.apply(tenant), state));
  }

  /// The diagrams as one tenant sees them.
  public TenantDiagrams diagrams(String tenant) {
    DiagramRemoval removal = diagramRemoval(tenant);
    DiagramRequests requests =
        new DiagramRequests(
            waybill.tenant(tenant),
            facts(tenant),
            removal.facts(),
            jobs.apply(tenant),
            new DiagramRequests.Rules(rules.retry(), drawer.model() != null));
    return new TenantDiagrams(
        waybill.tenant(tenant),
        removal,
        asked -> {
          note(tenant);
          return requests.create(asked);
        });
  }

  private DiagramRemoval diagramRemoval(String tenant) {
    return new DiagramRemoval(
        new DiagramFacts(backend.ledger(), tenant, clock),
        new DiagramContent(backend.blobs(), tenant),
        jobDeletion);
  }

  private DocumentFacts facts(String tenant) {
    return new DocumentFacts(backend.ledger(), tenant, clock);
  }

  /// Settings that somebody has changed stay.
  private void note(String tenant) {
    if (tenants.add(tenant)) {
      var _ =
          waybill
              .tenant(tenant)
              .changeQueueSettings(
                  IngestionMessage.QUEUE,
                  now -> now.equals(QueueSettings.NONE) ? QUEUE_SETTINGS : now);
    }
  }

  public void start() {
    loop.start();
    purge.start();
  }

  public void close() {
    loop.close();
    purge.close();
    if (!loop.isRunning()) {
      filling.close();
    }
    workers.close();
  }

  private Duration step() {
    try {
      return filling.step() == IndexFilling.Next.AT_ONCE ? Duration.ZERO : LOOK_EVERY;
    } finally {
      openWorkers();
      webhooks.step();
      sweep.step();
    }
  }

  private void openWorkers() {
    jobDeletion.deleteEnded();
    for (String tenant : tenants.all()) {
      QueueStats stats = waybill.tenant(tenant).stats(IngestionMessage.QUEUE);
      if (stats.waiting() + stats.running() > 0) {
        workers.open(tenant);
      } else {
        workers.idle(tenant);
      }
    }
  }

  private Worker startWorker(String tenant) {
    return Worker.builder(waybill.tenant(tenant))
        .queue(IngestionMessage.QUEUE)
        .name("document-processor")
        .concurrency(concurrency)
        .patience(LONG_POLL)
        .handle(IngestionMessage.TYPE, handler(tenant))
        .handle(DiagramMessage.TYPE, diagramHandler(tenant))
        .start();
  }

  /// Processes the uploads of a tenant.
  IngestionHandler handler(String tenant) {
    return new IngestionHandler(facts(tenant), backend.blobs(), tools.apply(tenant), clock);
  }

  /// Draws the diagrams of a tenant.
  private DiagramHandler diagramHandler(String tenant) {
    DiagramRemoval removal = diagramRemoval(tenant);
    return new DiagramHandler(
        new DiagramHandler.Records(facts(tenant), removal.facts(), removal),
        backend.blobs(),
        tools.apply(tenant),
        clock,
        drawer);
  }
}
