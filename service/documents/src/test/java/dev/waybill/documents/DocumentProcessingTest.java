package dev.waybill.documents;

import static dev.waybill.conformance.Eventually.eventually;
import static dev.waybill.documents.DocumentFixture.TENANT;
import static dev.waybill.documents.DocumentFixture.file;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.EventCursor;
import dev.waybill.Job;
import dev.waybill.LeaseRequest;
import dev.waybill.NewJob;
import dev.waybill.Page;
import dev.waybill.Payload;
import dev.waybill.State;
import dev.waybill.conformance.Seed;
import dev.waybill.document.AcceptedUpload;
import dev.waybill.document.Document;
import dev.waybill.document.DocumentFailure;
import dev.waybill.document.DocumentQuery;
import dev.waybill.document.DocumentStage;
import dev.waybill.document.DocumentState;
import dev.waybill.document.FoundPassage;
import dev.waybill.document.IngestionResult;
import dev.waybill.documents.embed.EmbeddingException;
import dev.waybill.documents.embed.EmbeddingModel;
import dev.waybill.message.ErasureReceipt;
import dev.waybill.messages.DeadLetterAlarm;
import dev.waybill.messages.record.ReceiptSigner;
import dev.waybill.wire.document.IngestionJson;
import dev.waybill.wire.message.ReceiptSignature;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DocumentProcessingTest {

  private static final String POEM = "the tide is low\nships wait\fa gull sings\n";

  private @TempDir Path folder;

  @Test
  @Seed({"S5.8", "S5.9"})
  void a_document_is_found_after_its_job_with_page_and_model() {
    try (DocumentFixture fixture = new DocumentFixture(folder).started()) {
      AcceptedUpload upload = fixture.upload(file("poem.txt", POEM));
      Job job = fixture.ended(upload);
      assertThat(job.progress().state()).isEqualTo(State.COMPLETED);
      assertThat(result(job).outcome()).isEqualTo(IngestionResult.Outcome.COMPLETE);
      Document document = fixture.document(upload, 0);
      assertThat(document.state()).isEqualTo(DocumentState.READY);
      assertThat(document.progress().indexed()).isEqualTo(new Document.Indexed(2, 3, "plain", 64));
      FoundPassage best = fixture.search(DocumentQuery.of("gull").inSession("s1")).getFirst();
      assertThat(best.text()).isEqualTo("a gull sings");
      assertThat(best.page()).isEqualTo(2);
      assertThat(best.source())
          .isEqualTo(new FoundPassage.Source(document.id(), "s1", "poem.txt", "text"));
      assertThat(best.highlights()).contains(new FoundPassage.Range(2, 6));
      assertThat(fixture.search(DocumentQuery.of("gull").inSession("s2"))).isEmpty();
    }
  }

  @Test
  @Seed("S5.9")
  void events_of_the_job_show_each_stage() {
    try (DocumentFixture fixture = new DocumentFixture(folder).started()) {
      AcceptedUpload upload = fixture.upload(file("poem.txt", POEM));
      fixture.ended(upload);
      List<String> stages =
          fixture.waybill.events(upload.jobId(), EventCursor.START, 100).stream()
              .filter(event -> event.type().equals("document.progress"))
              .map(event -> event.data().text())
              .map(text -> text.replaceFirst(".*\"stage\":\"([a-z]+)\".*", "$1"))
              .distinct()
              .toList();
      assertThat(stages).containsExactly("download", "parse", "chunk", "embed", "store");
    }
  }

  @Test
  @Seed("S5.11")
  void an_invalid_file_fails_its_job_without_a_retry() {
    try (DocumentFixture fixture = new DocumentFixture(folder).started()) {
      AcceptedUpload upload = fixture.upload(file("bad.txt", "BROKEN"));
      Job job = fixture.ended(upload);
      assertThat(job.progress().state()).isEqualTo(State.FAILED);
      assertThat(job.attempt()).isEqualTo(1);
      assertThat(Objects.requireNonNull(job.progress().failure()).errorClass())
          .isEqualTo("invalid_format");
      assertThat(fixture.document(upload, 0).progress().failure())
          .isEqualTo(
              new DocumentFailure(DocumentStage.PARSE, "invalid_format", "the file is broken"));
    }
  }

  @Test
  @Seed("S5.11")
  void a_missing_file_fails_its_job() {
    try (DocumentFixture fixture = new DocumentFixture(folder)) {
      AcceptedUpload upload = fixture.upload(file("gone.txt", "text"));
      fixture.backend.blobs().delete(TENANT, "sessions/s1/docs/gone.txt");
      fixture.started();
      assertThat(fixture.ended(upload).progress().state()).isEqualTo(State.FAILED);
      DocumentFailure failure =
          Objects.requireNonNull(fixture.document(upload, 0).progress().failure());
      assertThat(failure.code()).isEqualTo("missing_file");
      assertThat(failure.stage()).isEqualTo(DocumentStage.DOWNLOAD);
    }
  }

  @Test
  @Seed("S5.11")
  void a_job_with_good_and_bad_files_completes_and_says_what_became_of_each() {
    try (DocumentFixture fixture = new DocumentFixture(folder).started()) {
      AcceptedUpload upload =
          fixture.upload(file("bad.txt", "BROKEN"), file("good.txt", "a gull sings"));
      Job job = fixture.ended(upload);
      assertThat(job.progress().state()).isEqualTo(State.COMPLETED);
      IngestionResult result = result(job);
      assertThat(result.outcome()).isEqualTo(IngestionResult.Outcome.PARTIAL);
      assertThat(result.documents())
          .extracting(Document::state)
          .containsExactly(DocumentState.FAILED, DocumentState.READY);
      assertThat(fixture.search(DocumentQuery.of("gull"))).hasSize(1);
    }
  }

  @Test
  @Seed({"S5.11", "S5.12"})
  void a_failing_model_leads_to_a_dead_letter_an_alarm_and_a_replay_that_resumes() {
    try (DocumentFixture fixture = new DocumentFixture(folder).started()) {
      fixture.tools.failure = EmbeddingException.retryable("the model is down", null);
      AcceptedUpload upload = fixture.upload(file("poem.txt", POEM));
      Job job = fixture.ended(upload);
      assertThat(job.progress().state()).isEqualTo(State.DEAD);
      assertThat(job.progress().errors()).isEqualTo(3);
      Document failed = fixture.document(upload, 0);
      assertThat(failed.state()).isEqualTo(DocumentState.FAILED);
      assertThat(failed.progress().failure())
          .isEqualTo(
              new DocumentFailure(DocumentStage.EMBED, "embedding_failed", "the model is down"));
      new DeadLetterAlarm(
              fixture.waybill,
              fixture.backend.ledger(),
              List.of(new DeadLetterAlarm.Watched(TENANT, "documents")),
              null,
              InstantSource.system())
          .check();
      assertThat(fixture.backend.ledger().tail(0, 1_000))
          .anySatisfy(fact -> assertThat(fact.fact().state()).isEqualTo("raised"));
      fixture.tools.failure = null;
      fixture.waybill.redrive(upload.jobId());
      eventually(
          () -> assertThat(fixture.document(upload, 0).state()).isEqualTo(DocumentState.READY));
      assertThat(fixture.tools.parsed).hasValue(1);
    }
  }

  @Test
  @Seed("S5.11")
  void a_refusal_by_the_model_is_a_dead_letter_at_once() {
    try (DocumentFixture fixture = new DocumentFixture(folder).started()) {
      fixture.tools.failure = EmbeddingException.refused("wrong key");
      Job job = fixture.ended(fixture.upload(file("poem.txt", POEM)));
      assertThat(job.progress().state()).isEqualTo(State.DEAD);
      assertThat(job.progress().errors()).isEqualTo(1);
    }
  }

  @Test
  @Seed({"S5.10", "S5.11"})
  void a_job_whose_worker_is_lost_is_processed_by_another_one() {
    try (DocumentFixture fixture = new DocumentFixture(folder)) {
      AcceptedUpload upload = fixture.upload(file("poem.txt", POEM));
      Duration lease = Duration.ofMillis(100);
      assertThat(
              fixture.waybill.lease(new LeaseRequest("documents", "lost", 1, lease, Duration.ZERO)))
          .hasSize(1);
      fixture.started();
      Job job = fixture.ended(upload);
      assertThat(job.progress().state()).isEqualTo(State.COMPLETED);
      assertThat(job.progress().crashes()).isEqualTo(1);
    }
  }

  @Test
  @Seed("S5.11")
  void a_retry_leaves_files_alone_that_failed_for_good() {
    try (DocumentFixture fixture = new DocumentFixture(folder)) {
      AtomicInteger calls = new AtomicInteger();
      fixture.tools.failure = EmbeddingException.retryable("busy", null);
      fixture.tools.onEmbed =
          () -> fixture.tools.failure = calls.getAndIncrement() == 0 ? fixture.tools.failure : null;
      AcceptedUpload upload =
          fixture.upload(file("bad.txt", "BROKEN"), file("good.txt", "a gull sings"));
      fixture.started();
      Job job = fixture.ended(upload);
      assertThat(result(job).outcome()).isEqualTo(IngestionResult.Outcome.PARTIAL);
      assertThat(job.progress().errors()).isEqualTo(1);
      assertThat(fixture.tools.parsed).as("each file once").hasValue(2);
    }
  }

  @Test
  void a_canceled_job_stops_between_pages() throws InterruptedException {
    try (DocumentFixture fixture = new DocumentFixture(folder).started()) {
      CountDownLatch reached = new CountDownLatch(1);
      fixture.tools.onPage =
          page -> {
            if (page == 2) {
              reached.countDown();
              awaitInterrupt();
            }
          };
      AcceptedUpload upload = fixture.upload(file("poem.txt", POEM + "\fthird page"));
      reached.await();
      fixture.waybill.cancel(upload.jobId());
      assertThat(fixture.ended(upload).progress().state()).isEqualTo(State.CANCELLED);
      Document document = fixture.document(upload, 0);
      assertThat(document.state()).isEqualTo(DocumentState.FAILED);
      assertThat(Objects.requireNonNull(document.progress().failure()).code())
          .isEqualTo("cancelled");
      assertThat(fixture.search(DocumentQuery.of("gull"))).isEmpty();
    }
  }

  /// A canceled handler is interrupted.
  private static void awaitInterrupt() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException canceled) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void the_same_content_is_neither_parsed_nor_embedded_again() {
    try (DocumentFixture fixture = new DocumentFixture(folder).started()) {
      fixture.ended(fixture.upload(file("poem.txt", POEM)));
      AcceptedUpload again = fixture.upload(file("copy.txt", POEM));
      fixture.ended(again);
      assertThat(fixture.tools.parsed).hasValue(1);
      assertThat(fixture.tools.embedded).hasValue(3);
      assertThat(
              fixture.search(
                  DocumentQuery.of("gull")
                      .withDocuments(Set.of(again.documents().getFirst().id()))))
          .first()
          .extracting(FoundPassage::text)
          .isEqualTo("a gull sings");
    }
  }

  @Test
  void the_same_content_is_embedded_again_by_another_model() {
    try (DocumentFixture fixture = new DocumentFixture(folder).started()) {
      fixture.ended(fixture.upload(file("poem.txt", POEM)));
      fixture.tools.model = new EmbeddingModel("other", 64, 256);
      fixture.ended(fixture.upload(file("copy.txt", POEM)));
      assertThat(fixture.tools.embedded).hasValue(6);
      assertThat(fixture.search(DocumentQuery.of("gull")))
          .extracting(found -> found.source().name())
          .containsOnly("copy.txt");
    }
  }

  @Test
  void no_copy_of_a_file_stays_after_it_was_parsed() {
    try (DocumentFixture fixture = new DocumentFixture(folder).started()) {
      fixture.ended(fixture.upload(file("poem.txt", POEM)));
      assertThat(fixture.tools.file).isNotNull().doesNotExist();
      fixture.ended(fixture.upload(file("bad.txt", "BROKEN")));
      assertThat(fixture.tools.file).isNotNull().doesNotExist();
    }
  }

  @Test
  void uploads_are_processed_by_servers_that_did_not_accept_them() {
    try (DocumentFixture fixture = new DocumentFixture(folder)) {
      AcceptedUpload upload = fixture.upload(file("poem.txt", POEM));
      DocumentService other = fixture.server();
      other.start();
      assertThat(fixture.ended(upload).progress().state()).isEqualTo(State.COMPLETED);
      other.close();
    }
  }

  @Test
  void erasing_removes_file_chunks_and_results_and_signs_a_receipt() {
    try (DocumentFixture fixture = new DocumentFixture(folder).started()) {
      AcceptedUpload upload = fixture.upload(file("poem.txt", POEM));
      fixture.ended(upload);
      String id = upload.documents().getFirst().id();
      ErasureReceipt receipt = fixture.documents.erase(id);
      assertThat(receipt.statement().documents())
          .extracting(ErasureReceipt.ErasedDocument::documentId)
          .containsExactly(id);
      assertThat(
              ReceiptSignature.problem(receipt, new ReceiptSigner(fixture.backend.ledger()).keys()))
          .isEmpty();
      assertThat(fixture.documents.find(id)).isEmpty();
      assertThat(fixture.search(DocumentQuery.of("gull"))).isEmpty();
      assertThat(fixture.backend.blobs().find(TENANT, "sessions/s1/docs/poem.txt")).isEmpty();
      assertThat(fixture.documents.erase(id).statement().documents())
          .isEqualTo(receipt.statement().documents());
      assertThat(fixture.documents.delete(id)).isFalse();
      fixture.ended(fixture.upload(file("poem.txt", POEM)));
      assertThat(fixture.tools.parsed).as("no result of the first one is left").hasValue(2);
    }
  }

  @Test
  void deleting_one_of_two_documents_with_the_same_content_leaves_what_was_read_of_it() {
    try (DocumentFixture fixture = new DocumentFixture(folder).started()) {
      AcceptedUpload first = fixture.upload(file("poem.txt", POEM));
      fixture.ended(first);
      AcceptedUpload copy = fixture.upload(file("copy.txt", POEM));
      fixture.ended(copy);
      assertThat(fixture.documents.delete(first.documents().getFirst().id())).isTrue();
      AcceptedUpload third = fixture.upload(file("third.txt", POEM));
      fixture.ended(third);
      assertThat(fixture.tools.parsed).hasValue(1);
      assertThat(fixture.tools.embedded).hasValue(3);
      fixture.documents.delete(copy.documents().getFirst().id());
      fixture.documents.delete(third.documents().getFirst().id());
      fixture.ended(fixture.upload(file("poem.txt", POEM)));
      assertThat(fixture.tools.parsed).as("the last one took it along").hasValue(2);
    }
  }

  @Test
  void a_document_that_is_deleted_while_it_is_processed_does_not_come_back() {
    try (DocumentFixture fixture = new DocumentFixture(folder)) {
      AcceptedUpload upload = fixture.upload(file("poem.txt", POEM));
      String id = upload.documents().getFirst().id();
      fixture.tools.onEmbed = () -> assertThat(fixture.documents.delete(id)).isTrue();
      fixture.started();
      fixture.ended(upload);
      assertThat(fixture.documents.find(id)).isEmpty();
      assertThat(fixture.search(DocumentQuery.of("gull"))).isEmpty();
    }
  }

  @Test
  void a_document_that_is_deleted_before_it_fails_does_not_come_back() {
    try (DocumentFixture fixture = new DocumentFixture(folder)) {
      AcceptedUpload upload = fixture.upload(file("poem.txt", POEM));
      String id = upload.documents().getFirst().id();
      fixture.tools.onEmbed = () -> assertThat(fixture.documents.delete(id)).isTrue();
      fixture.tools.failure = EmbeddingException.refused("wrong key");
      fixture.started();
      assertThat(fixture.ended(upload).progress().state()).isEqualTo(State.COMPLETED);
      assertThat(fixture.documents.find(id)).isEmpty();
      assertThat(fixture.documents.list("s1", Page.Request.FIRST).items()).isEmpty();
    }
  }

  @Test
  void a_foreign_message_is_a_dead_letter() {
    try (DocumentFixture fixture = new DocumentFixture(folder).started()) {
      AcceptedUpload known = fixture.upload(file("poem.txt", POEM));
      fixture.ended(known);
      var job =
          fixture.waybill.enqueue(
              NewJob.builder("document_ingestion")
                  .queue("documents")
                  .payload(Payload.of("{\"job_id\": 1}"))
                  .build());
      eventually(() -> assertThat(fixture.job(job.id()).progress().state()).isEqualTo(State.DEAD));
    }
  }

  private static IngestionResult result(Job job) {
    Payload result = Objects.requireNonNull(job.progress().result());
    return IngestionJson.RESULT.readAnswer(result.bytesWithoutCopy());
  }
}
