package dev.waybill.documents;

import dev.waybill.Code;
import dev.waybill.Failure;
import dev.waybill.Job;
import dev.waybill.Page;
import dev.waybill.Payload;
import dev.waybill.State;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.document.AcceptedUpload;
import dev.waybill.document.Document;
import dev.waybill.document.DocumentFailure;
import dev.waybill.document.DocumentQuery;
import dev.waybill.document.DocumentStage;
import dev.waybill.document.DocumentState;
import dev.waybill.document.Documents;
import dev.waybill.document.FoundPassage;
import dev.waybill.document.NewFile;
import dev.waybill.document.NewUpload;
import dev.waybill.documents.record.DocumentFacts;
import dev.waybill.documents.upload.DocumentIntake;
import dev.waybill.documents.upload.FileSource;
import dev.waybill.message.ErasureReceipt;
import dev.waybill.message.ErasureReceipt.ErasedDocument;
import dev.waybill.messages.record.ReceiptSigner;
import dev.waybill.settings.Limits;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The documents of one tenant.
public final class TenantDocuments implements Documents, DocumentIntake {

  /// An upload creates its job sooner than this after its documents.
  private static final Duration LONGEST_WITHOUT_JOB = Duration.ofMinutes(1);

  private final Waybill waybill;
  private final DocumentFacts facts;
  private final Supplier<DocumentIntake> intake;
  private final DocumentRemoval removal;
  private final ReceiptSigner signer;
  private final PassageSearch search;

  /// @param intake asked for when something is uploaded
  TenantDocuments(
      Waybill waybill,
      DocumentFacts facts,
      Supplier<DocumentIntake> intake,
      DocumentRemoval removal,
      ReceiptSigner signer,
      PassageSearch search) {
    this.waybill = waybill;
    this.facts = facts;
    this.intake = intake;
    this.removal = removal;
    this.signer = signer;
    this.search = search;
  }

  @Override
  public AcceptedUpload upload(NewUpload upload, List<NewFile> files) {
    Iterator<NewFile> left = files.iterator();
    return upload(upload, () -> left.hasNext() ? arriving(left.next()) : null);
  }

  private static FileSource.ArrivingFile arriving(NewFile file) {
    return new FileSource.ArrivingFile(file.name(), file.content().open(0, file.content().size()));
  }

  @Override
  public AcceptedUpload upload(NewUpload upload, FileSource files) {
    return intake.get().upload(upload, files);
  }

  @Override
  public AcceptedUpload uploadFrom(NewUpload upload, List<String> urls) {
    return intake.get().uploadFrom(upload, urls);
  }

  @Override
  public Optional<Document> find(String documentId) {
    return facts.find(documentId).map(this::settled);
  }

  @Override
  public Page<Document> list(@Nullable String session, Page.Request page) {
    Page<Document> found = facts.list(session, page);
    return new Page<>(found.items().stream().map(this::settled).toList(), found.nextCursor());
  }

  /// A document whose job has ended without it has failed, however far it was.
  private Document settled(Document document) {
    if (document.state().isFinal()) {
      return document;
    }
    Optional<Job> job = waybill.find(document.jobId());
    boolean open =
        job.isPresent() ? !job.get().progress().state().isTerminal() : isUnderWay(document);
    return open ? document : failed(document, job);
  }

  /// Whether the upload may be about to create the job.
  private boolean isUnderWay(Document document) {
    return document.createdAt().plus(LONGEST_WITHOUT_JOB).isAfter(facts.now());
  }

  private static Document failed(Document document, Optional<Job> job) {
    DocumentFailure known = document.progress().failure();
    DocumentFailure failure = known == null ? failure(document, job) : known;
    return document.with(
        new Document.Progress(
            DocumentState.FAILED, document.progress().updatedAt(), failure, null));
  }

  private static DocumentFailure failure(Document document, Optional<Job> job) {
    DocumentStage stage =
        switch (document.state()) {
          case UPLOADED -> DocumentStage.DOWNLOAD;
          case PARSING, FAILED -> DocumentStage.PARSE;
          case CHUNKED -> DocumentStage.EMBED;
          case EMBEDDED -> DocumentStage.STORE;
          case READY -> DocumentStage.COMPLETE;
        };
    if (job.isEmpty()) {
      return new DocumentFailure(
          stage, "job_deleted", "it has no job: the upload was cut off, or the job was deleted");
    }
    if (job.get().progress().state() == State.CANCELLED) {
      return new DocumentFailure(stage, "cancelled", "the job was cancelled");
    }
    Failure why = job.get().progress().failure();
    return why == null
        ? new DocumentFailure(stage, "worker_lost", "the job ended without an answer of a worker")
        : new DocumentFailure(stage, why.errorClass(), why.message());
  }

  @Override
  public Payload content(String documentId) {
    Document document = get(documentId);
    return removal
        .blobs()
        .find(facts.tenant(), document.content().key())
        .map(blob -> Payload.streamed(blob.size(), blob::open))
        .orElseThrow(
            () ->
                new WaybillException(
                    Code.NOT_FOUND, "the file of document " + documentId + " is missing"));
  }

  @Override
  public boolean delete(String documentId) {
    return facts.find(documentId).isPresent() && removal.remove(documentId).isPresent();
  }

  @Override
  public ErasureReceipt erase(List<String> documentIds) {
    if (documentIds.size() > Limits.MESSAGES_PER_CALL) {
      throw new WaybillException(
          Code.TOO_MANY_ITEMS, "at most " + Limits.MESSAGES_PER_CALL + " documents per call");
    }
    List<ErasedDocument> erased =
        documentIds.stream().distinct().flatMap(id -> removal.remove(id).stream()).toList();
    return signer.sign(
        ErasureReceipt.Statement.ofDocuments(
            UUID.randomUUID().toString(), facts.tenant(), facts.now(), erased));
  }

  @Override
  public Page<FoundPassage> search(DocumentQuery query) {
    return search.find(query);
  }
}
