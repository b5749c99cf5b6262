package dev.waybill.documents;

import static dev.waybill.conformance.Eventually.eventually;
import static dev.waybill.documents.DocumentFixture.TENANT;
import static dev.waybill.documents.DocumentFixture.file;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Job;
import dev.waybill.Page;
import dev.waybill.Priority;
import dev.waybill.RetryPolicy;
import dev.waybill.State;
import dev.waybill.conformance.Seed;
import dev.waybill.document.AcceptedUpload;
import dev.waybill.document.Document;
import dev.waybill.document.DocumentQuery;
import dev.waybill.document.DocumentState;
import dev.waybill.document.FoundPassage;
import dev.waybill.document.NewFile;
import dev.waybill.documents.embed.EmbeddingException;
import dev.waybill.documents.embed.EmbeddingModel;
import dev.waybill.documents.process.StoredVectors;
import dev.waybill.documents.process.Tools;
import dev.waybill.documents.record.DocumentFacts;
import dev.waybill.documents.record.EmbeddedWith;
import dev.waybill.documents.record.FillingTurn;
import dev.waybill.documents.record.KnownTenants;
import dev.waybill.documents.record.RecordedTurn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class IndexFillingTest {

  private static final DocumentQuery GULL = DocumentQuery.of("gull").withLimit(100);

  private @TempDir Path folder;

  /// Processes files and deletes the index.
  private AcceptedUpload uploadAndLoseTheIndex(NewFile... files) throws IOException {
    AcceptedUpload upload;
    try (DocumentFixture fixture = new DocumentFixture(folder).started()) {
      upload = fixture.upload(files);
      assertThat(fixture.ended(upload).progress().state()).isEqualTo(State.COMPLETED);
      assertThat(fixture.documents.search(GULL).incomplete()).isFalse();
    }
    try (Stream<Path> paths = Files.walk(folder.resolve("chunks"))) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
    return upload;
  }

  private static void waitUntilComplete(DocumentFixture fixture) {
    eventually(() -> assertThat(fixture.documents.search(GULL).incomplete()).isFalse());
  }

  @Test
  @Seed("S5.8")
  void a_lost_index_is_filled_from_stored_vectors_and_searches_say_so_until_then()
      throws IOException {
    uploadAndLoseTheIndex(file("a.txt", "a gull sings"), file("b.txt", "ships wait"));
    try (DocumentFixture fixture = new DocumentFixture(folder)) {
      assertThat(fixture.documents.search(GULL).incomplete()).isTrue();
      fixture.started();
      waitUntilComplete(fixture);
      assertThat(fixture.search(GULL)).extracting(FoundPassage::text).contains("a gull sings");
      assertThat(fixture.tools.parsed).hasValue(0);
      assertThat(fixture.tools.embedded).hasValue(0);
      assertThat(fixture.jobs()).hasSize(1);
    }
  }

  @Test
  void a_server_that_dies_while_it_fills_the_index_starts_over() throws IOException {
    NewFile[] files =
        IntStream.range(0, 12)
            .mapToObj(number -> file(number + ".txt", "gull " + number))
            .toArray(NewFile[]::new);
    uploadAndLoseTheIndex(files);
    try (DocumentFixture fixture = new DocumentFixture(folder)) {
      assertThat(filling(fixture).step()).isEqualTo(IndexFilling.Next.AT_ONCE);
      assertThat(fixture.search(GULL)).hasSize(10);
    }
    try (DocumentFixture fixture = new DocumentFixture(folder)) {
      assertThat(fixture.documents.search(GULL).incomplete()).isTrue();
      fixture.started();
      waitUntilComplete(fixture);
      assertThat(fixture.search(GULL)).hasSize(12);
    }
  }

  @Test
  void of_servers_that_share_an_index_one_at_a_time_fills_it() throws IOException {
    NewFile[] files =
        IntStream.range(0, 12)
            .mapToObj(number -> file(number + ".txt", "gull " + number))
            .toArray(NewFile[]::new);
    uploadAndLoseTheIndex(files);
    try (DocumentFixture fixture = new DocumentFixture(folder)) {
      IndexFilling first = filling(fixture, turn(fixture));
      IndexFilling second = filling(fixture, turn(fixture));
      assertThat(first.step()).isEqualTo(IndexFilling.Next.AT_ONCE);
      assertThat(second.step()).isEqualTo(IndexFilling.Next.LATER);
      assertThat(fixture.search(GULL)).hasSize(10);
      first.close();
      assertThat(second.step()).isEqualTo(IndexFilling.Next.AT_ONCE);
      assertThat(second.step()).isEqualTo(IndexFilling.Next.LATER);
      assertThat(fixture.search(GULL)).hasSize(12);
      assertThat(fixture.documents.search(GULL).incomplete()).isFalse();
    }
  }

  private static FillingTurn turn(DocumentFixture fixture) {
    return new RecordedTurn(fixture.backend.ledger(), fixture.engine.clock());
  }

  private static IndexFilling filling(DocumentFixture fixture) {
    return filling(fixture, FillingTurn.ALWAYS);
  }

  private static IndexFilling filling(DocumentFixture fixture, FillingTurn turn) {
    return new IndexFilling(
        fixture.engine,
        _ -> fixture.tools.with(fixture.index),
        RetryPolicy.DEFAULT,
        new KnownTenants(fixture.backend.ledger(), fixture.engine.clock()),
        new IndexFilling.Index(new IndexState(new EmbeddedWith(fixture.backend.ledger())), turn));
  }

  @Test
  void a_document_that_is_deleted_meanwhile_does_not_come_back() throws IOException {
    AcceptedUpload upload = uploadAndLoseTheIndex(file("a.txt", "a gull sings"));
    try (DocumentFixture fixture = new DocumentFixture(folder)) {
      Document listed = fixture.document(upload, 0);
      DocumentFacts facts =
          new DocumentFacts(fixture.backend.ledger(), TENANT, fixture.engine.clock());
      facts.markDeleted(listed.id());
      Tools tools = fixture.tools.with(fixture.index);
      assertThat(new StoredVectors(facts, fixture.backend.blobs(), tools).restore(listed)).isTrue();
      assertThat(fixture.search(GULL)).isEmpty();
      assertThat(fixture.documents.find(listed.id())).isEmpty();
    }
  }

  @Test
  void a_document_whose_vectors_are_lost_is_processed_again() throws IOException {
    AcceptedUpload upload = uploadAndLoseTheIndex(file("a.txt", "a gull sings"));
    try (DocumentFixture fixture = new DocumentFixture(folder)) {
      fixture.loseResults(upload.documents().getFirst());
      fixture.started();
      waitUntilComplete(fixture);
      assertThat(fixture.search(GULL))
          .extracting(passage -> passage.source().name())
          .containsExactly("a.txt");
      assertThat(fixture.document(upload, 0).state()).isEqualTo(DocumentState.READY);
      assertThat(fixture.tools.embedded).hasValue(1);
    }
  }

  @Test
  void another_model_embeds_documents_again_by_jobs_of_low_priority_and_parses_nothing() {
    AcceptedUpload upload;
    try (DocumentFixture fixture = new DocumentFixture(folder).started()) {
      upload = fixture.upload(file("a.txt", "a gull sings"), file("b.txt", "ships wait"));
      fixture.ended(upload);
    }
    try (DocumentFixture fixture = new DocumentFixture(folder)) {
      fixture.tools.model = model("better");
      CountDownLatch looked = new CountDownLatch(1);
      fixture.tools.onEmbed = () -> await(looked);
      fixture.started();
      eventually(() -> assertThat(fixture.jobs()).hasSize(3));
      assertThat(fixture.documents.search(GULL).incomplete()).isTrue();
      assertThat(fixture.document(upload, 0).state()).isEqualTo(DocumentState.READY);
      looked.countDown();
      waitUntilComplete(fixture);
      assertThat(fixture.search(GULL)).extracting(FoundPassage::text).contains("a gull sings");
      assertThat(Objects.requireNonNull(fixture.document(upload, 0).progress().indexed()).model())
          .isEqualTo("better");
      assertThat(fixture.tools.parsed).hasValue(0);
      assertThat(fixture.tools.embedded).hasValue(2);
      assertThat(again(fixture, upload))
          .hasSize(2)
          .allMatch(job -> job.request().priority() == Priority.LOW);
    }
  }

  private static EmbeddingModel model(String name) {
    return new EmbeddingModel(name, 64, 256);
  }

  private static List<Job> again(DocumentFixture fixture, AcceptedUpload upload) {
    return fixture.jobs().stream().filter(job -> !job.id().equals(upload.jobId())).toList();
  }

  @Test
  void the_model_may_change_back() {
    String[] models = {"plain", "better", "plain", "better"};
    for (String model : models) {
      try (DocumentFixture fixture = new DocumentFixture(folder)) {
        fixture.tools.model = model(model);
        fixture.started();
        if (fixture.documents.list(null, Page.Request.FIRST).items().isEmpty()) {
          fixture.ended(fixture.upload(file("a.txt", "a gull sings")));
        }
        waitUntilComplete(fixture);
        assertThat(fixture.search(GULL)).hasSize(1);
      }
    }
  }

  @Test
  void a_document_that_cannot_be_embedded_again_stays_ready_and_its_job_is_a_dead_letter() {
    AcceptedUpload upload;
    try (DocumentFixture fixture = new DocumentFixture(folder).started()) {
      upload = fixture.upload(file("a.txt", "a gull sings"));
      fixture.ended(upload);
    }
    try (DocumentFixture fixture = new DocumentFixture(folder)) {
      fixture.tools.model = model("better");
      fixture.tools.failure = EmbeddingException.retryable("the model is down", null);
      fixture.started();
      eventually(
          () ->
              assertThat(again(fixture, upload))
                  .extracting(job -> job.progress().state())
                  .containsExactly(State.DEAD));
      assertThat(
              Objects.requireNonNull(again(fixture, upload).getFirst().progress().failure())
                  .message())
          .contains("the model is down");
      assertThat(fixture.document(upload, 0).state()).isEqualTo(DocumentState.READY);
      fixture.tools.failure = null;
      waitUntilComplete(fixture);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
