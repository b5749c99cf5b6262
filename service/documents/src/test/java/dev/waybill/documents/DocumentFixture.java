package dev.waybill.documents;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Job;
import dev.waybill.JobFilter;
import dev.waybill.JobId;
import dev.waybill.Page;
import dev.waybill.Payload;
import dev.waybill.RetryPolicy;
import dev.waybill.Waybill;
import dev.waybill.document.AcceptedUpload;
import dev.waybill.document.Document;
import dev.waybill.document.DocumentQuery;
import dev.waybill.document.FoundPassage;
import dev.waybill.document.IngestionMessage;
import dev.waybill.document.NewFile;
import dev.waybill.document.NewUpload;
import dev.waybill.documents.embed.EmbeddingModel;
import dev.waybill.documents.index.ChunkIndex;
import dev.waybill.documents.index.LuceneChunkIndex;
import dev.waybill.documents.model.DiagramDrawer;
import dev.waybill.documents.model.LanguageModel;
import dev.waybill.documents.process.Tools;
import dev.waybill.documents.upload.UploadLimits;
import dev.waybill.documents.upload.Uploading;
import dev.waybill.engine.EngineOpener;
import dev.waybill.messages.DerivedId;
import dev.waybill.messages.MessagesProvider;
import dev.waybill.messages.http.Network;
import dev.waybill.messages.http.TargetAddresses;
import dev.waybill.service.IdentifiedJobs;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Backend;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The document service on the embedded store, with plain parts and retries without delay.
final class DocumentFixture implements AutoCloseable {

  static final String TENANT = Waybill.DEFAULT_TENANT;
  static final String WEBHOOK_SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  private static final Duration SHORT = Duration.ofMillis(1);

  final PlainTools tools = new PlainTools();
  final Backend backend;
  final Waybill waybill;
  final LuceneChunkIndex index;
  final DocumentService.Engine engine;
  final DocumentService service;
  final TenantDocuments documents;
  final TenantDiagrams diagrams;
  private final Function<ChunkIndex, DocumentService> servers;

  DocumentFixture(Path folder) {
    this(folder, UploadLimits.DEFAULT, jobs -> jobs);
  }

  DocumentFixture(Path folder, InstantSource clock) {
    this(folder, UploadLimits.DEFAULT, jobs -> jobs, null, clock);
  }

  DocumentFixture(Path folder, LanguageModel model) {
    this(folder, UploadLimits.DEFAULT, jobs -> jobs, model, InstantSource.system());
  }

  DocumentFixture(
      Path folder, UploadLimits limits, Function<IdentifiedJobs, IdentifiedJobs> enqueueing) {
    this(folder, limits, enqueueing, null, InstantSource.system());
  }

  private DocumentFixture(
      Path folder,
      UploadLimits limits,
      Function<IdentifiedJobs, IdentifiedJobs> enqueueing,
      @Nullable LanguageModel model,
      InstantSource clock) {
    Settings settings =
        Settings.DEFAULT
            .withClock(clock)
            .withMaintenanceEvery(Duration.ofMillis(20))
            .withServiceSetting(
                MessagesProvider.PROVIDERS, "hooks=webhook:?secret=" + WEBHOOK_SECRET)
            .withServiceSetting(MessagesProvider.ALLOW_NETWORKS, "127.0.0.0/8");
    backend = EngineOpener.backend(folder.resolve("data").toUri(), settings);
    waybill = EngineOpener.over(backend, settings);
    index = LuceneChunkIndex.open(folder.resolve("chunks"));
    engine =
        new DocumentService.Engine(
            waybill,
            backend,
            tenant -> enqueueing.apply(waybill.tenant(tenant).service(IdentifiedJobs.class)),
            clock);
    Uploading.Rules rules =
        new Uploading.Rules(
            limits,
            PlainTools::type,
            RetryPolicy.DEFAULT.withDelays(SHORT, 1, SHORT),
            Network.direct(TargetAddresses.allowing("127.0.0.0/8")));
    DocumentService.Options options =
        new DocumentService.Options(2, new DiagramDrawer(model), false);
    servers =
        chunks -> {
          Tools plain = tools.with(chunks);
          return new DocumentService(engine, _ -> plain, rules, options);
        };
    service = server();
    documents = service.documents(TENANT);
    diagrams = service.diagrams(TENANT);
  }

  /// Another server on the same store.
  DocumentService server() {
    return server(index);
  }

  /// Another server on the same store, with an index of its own.
  DocumentService server(ChunkIndex own) {
    return servers.apply(own);
  }

  /// Lets workers process uploads.
  DocumentFixture started() {
    service.start();
    return this;
  }

  static NewFile file(String name, String text) {
    return new NewFile(name, Payload.of(text));
  }

  AcceptedUpload upload(NewFile... files) {
    return documents.upload(NewUpload.to("s1"), List.of(files));
  }

  Job job(JobId id) {
    return waybill.find(id).orElseThrow();
  }

  /// The job when it has ended.
  Job ended(AcceptedUpload upload) {
    return ended(upload.jobId());
  }

  Job ended(JobId id) {
    eventually(() -> assertThat(job(id).progress().state().isTerminal()).isTrue());
    return job(id);
  }

  Document document(AcceptedUpload upload, int number) {
    return documents.get(upload.documents().get(number).id());
  }

  /// Deletes what was read of the content of a document, as if the blob store had lost it.
  void loseResults(Document document) {
    EmbeddingModel model = tools.model;
    String plain = "documents/" + document.content().hash() + "/" + document.content().type() + "-";
    String dimension = Integer.toString(model.dimension());
    String vectors = "vectors-" + DerivedId.of(PlainTools.SETTINGS, model.name(), dimension);
    assertThat(backend.blobs().delete(TENANT, plain + vectors)).isTrue();
    assertThat(
            backend.blobs().delete(TENANT, plain + "blocks-" + DerivedId.of(PlainTools.SETTINGS)))
        .isTrue();
  }

  List<FoundPassage> search(DocumentQuery query) {
    return documents.search(query).items();
  }

  List<Job> jobs() {
    return waybill
        .list(JobFilter.ALL.withQueue(IngestionMessage.QUEUE), Page.Request.first(100))
        .items();
  }

  @Override
  public void close() {
    service.close();
    index.close();
    waybill.close();
  }
}
