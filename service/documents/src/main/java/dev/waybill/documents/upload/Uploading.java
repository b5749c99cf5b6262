package dev.waybill.documents.upload;

import dev.waybill.Code;
import dev.waybill.JobId;
import dev.waybill.NewJob;
import dev.waybill.RetryPolicy;
import dev.waybill.WaybillException;
import dev.waybill.document.AcceptedUpload;
import dev.waybill.document.Document;
import dev.waybill.document.NewUpload;
import dev.waybill.documents.record.ArrivingFiles;
import dev.waybill.documents.record.DocumentFacts;
import dev.waybill.documents.record.UploadClaim;
import dev.waybill.documents.upload.FileSource.ArrivingFile;
import dev.waybill.messages.DerivedId;
import dev.waybill.messages.http.Network;
import dev.waybill.service.IdentifiedJobs;
import dev.waybill.spi.BlobStore;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// Accepts the uploads of one tenant: stores the files, then the records with the request ID, then
/// the job.
///
/// Documents of an upload with a request ID are listed last: a crash in between leaves nothing
/// visible, and a repeated upload with the same ID completes it. Documents of other uploads are
/// listed with their records: a crash before the job leaves documents that have failed.
public final class Uploading implements DocumentIntake {

  /// How long a job waits for a worker.
  public static final Duration RETENTION = Duration.ofDays(4);

  private final Ledger ledger;
  private final BlobStore blobs;
  private final DocumentFacts facts;
  private final IdentifiedJobs jobs;
  private final Rules rules;
  private final Webhooks webhooks;

  /// The webhooks that uploads of one tenant ask for.
  public interface Webhooks {

    /// Refuses a URL that no webhook can be sent to.
    void check(String url);

    /// Makes it durable that a webhook is sent when the job has ended.
    void owe(JobId job, String url);

    /// The job was refused.
    void forget(JobId job);
  }

  /// What the uploads of all tenants have in common.
  ///
  /// @param network for URLs that callers name
  public record Rules(UploadLimits limits, TypeCheck types, RetryPolicy retry, Network network) {}

  public Uploading(
      Ledger ledger,
      BlobStore blobs,
      DocumentFacts facts,
      IdentifiedJobs jobs,
      Rules rules,
      Webhooks webhooks) {
    this.ledger = ledger;
    this.blobs = blobs;
    this.facts = facts;
    this.jobs = jobs;
    this.rules = rules;
    this.webhooks = webhooks;
  }

  @Override
  public AcceptedUpload uploadFrom(NewUpload asked, List<String> urls) {
    try (UrlFiles files = UrlFiles.of(urls, rules.limits().files(), rules.network())) {
      return upload(asked, files);
    }
  }

  @Override
  public AcceptedUpload upload(NewUpload asked, FileSource files) {
    RequestChecks.checkSession(asked.session());
    RequestChecks.checkRequestId(asked.requestId());
    if (asked.webhookUrl() != null) {
      webhooks.check(asked.webhookUrl());
    }
    FileStore store =
        new FileStore(
            blobs, facts.tenant(), rules.limits(), rules.types(), new ArrivingFiles(ledger, facts));
    List<Document> documents = new ArrayList<>();
    boolean kept = false;
    try {
      JobId id = jobs.newId();
      storeAll(asked, id, files, store, documents);
      Optional<UploadClaim> earlier = record(asked, id, documents);
      if (earlier.isPresent()) {
        return earlier(asked, earlier.get(), fingerprint(asked, documents));
      }
      enqueueOrForget(asked, documents);
      kept = true;
      return new AcceptedUpload(id, asked.session(), documents, false);
    } catch (WaybillException refused) {
      kept = refused.code().leavesOutcomeOpen();
      throw refused;
    } finally {
      if (!kept) {
        discard(store, documents);
      }
    }
  }

  private void storeAll(
      NewUpload asked, JobId job, FileSource files, FileStore store, List<Document> documents) {
    try {
      for (ArrivingFile file = files.next(); file != null; file = files.next()) {
        if (documents.size() == rules.limits().files()) {
          throw new WaybillException(
              Code.TOO_MANY_ITEMS, "at most " + rules.limits().files() + " files per upload");
        }
        documents.add(document(asked, job, file, store));
      }
    } catch (IOException broken) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT,
          "a file cannot be read to its end: " + broken.getMessage(),
          broken);
    }
    if (documents.isEmpty()) {
      throw new WaybillException(Code.INVALID_ARGUMENT, "an upload must have at least one file");
    }
  }

  private Document document(NewUpload asked, JobId job, ArrivingFile file, FileStore store)
      throws IOException {
    String id = UUID.randomUUID().toString();
    Document.Content content = store.store(asked.session(), id, file);
    Instant now = facts.now();
    return new Document(
        id,
        file.name(),
        new Document.Origin(asked.session(), job, now),
        content,
        Document.Progress.uploaded(now));
  }

  /// Records the documents and the request ID, in this order; returns the earlier upload with the
  /// same request ID if there is one.
  private Optional<UploadClaim> record(NewUpload asked, JobId job, List<Document> documents) {
    List<Fact> all = new ArrayList<>(documents.stream().flatMap(facts::created).toList());
    String requestId = asked.requestId();
    if (requestId == null) {
      documents.stream().flatMap(facts::listed).forEach(all::add);
      var _ = ledger.record(all);
      return Optional.empty();
    }
    List<String> ids = documents.stream().map(Document::id).toList();
    UploadClaim claim = new UploadClaim(job, fingerprint(asked, documents), ids);
    all.add(claim.fact(facts.tenant(), requestId, facts.now()));
    return ledger.record(all).getLast() == Ledger.Answer.DUPLICATE
        ? UploadClaim.find(ledger, facts.tenant(), requestId)
        : Optional.empty();
  }

  private static String fingerprint(NewUpload asked, List<Document> documents) {
    List<String> parts = new ArrayList<>(List.of(asked.session(), asked.priority().name()));
    for (Document document : documents) {
      parts.add(document.name());
      parts.add(document.content().hash());
    }
    if (asked.webhookUrl() != null) {
      parts.add(asked.webhookUrl());
    }
    return DerivedId.of(parts.toArray(String[]::new));
  }

  private AcceptedUpload earlier(NewUpload asked, UploadClaim known, String fingerprint) {
    if (!known.fingerprint().equals(fingerprint)) {
      throw new WaybillException(
          Code.REQUEST_ID_CONFLICT,
          "this request ID was used for job " + known.jobId() + " with other files");
    }
    Map<String, Document> found = facts.find(known.documentIds());
    List<Document> documents = List.copyOf(found.values());
    if (documents.size() == known.documentIds().size()) {
      enqueue(asked, documents);
    }
    return new AcceptedUpload(known.jobId(), asked.session(), documents, true);
  }

  /// A refused job leaves the request ID free for another try.
  private void enqueueOrForget(NewUpload asked, List<Document> documents) {
    try {
      enqueue(asked, documents);
    } catch (WaybillException refused) {
      if (!refused.code().leavesOutcomeOpen()) {
        forget(asked, documents.getFirst().jobId());
      }
      throw refused;
    }
  }

  private void forget(NewUpload asked, JobId job) {
    if (asked.requestId() != null) {
      UploadClaim.delete(ledger, facts.tenant(), asked.requestId());
    }
    if (asked.webhookUrl() != null) {
      webhooks.forget(job);
    }
  }

  /// May be repeated: the job has a request ID, and so has its webhook.
  private void enqueue(NewUpload asked, List<Document> documents) {
    JobId id = documents.getFirst().jobId();
    Instant createdAt = documents.getFirst().createdAt();
    NewJob job =
        IngestionJob.of(id, documents, createdAt)
            .priority(asked.priority())
            .requestId("document/" + id)
            .traceContext(asked.traceContext())
            .deadline(createdAt.plus(RETENTION))
            .retry(rules.retry())
            .build();
    if (asked.webhookUrl() != null) {
      webhooks.owe(id, asked.webhookUrl());
    }
    var _ = jobs.enqueue(id, job);
    if (asked.requestId() != null) {
      facts.list(documents);
    }
  }

  private void discard(FileStore store, List<Document> documents) {
    for (Document document : documents) {
      store.discard(document.content());
      facts.delete(document.id());
      var _ = facts.isLastWithContent(document);
    }
  }
}
