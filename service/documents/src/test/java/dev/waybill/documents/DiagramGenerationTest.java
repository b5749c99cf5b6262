package dev.waybill.documents;

import static dev.waybill.conformance.Eventually.eventually;
import static dev.waybill.documents.DocumentFixture.TENANT;
import static dev.waybill.documents.DocumentFixture.file;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.NewJob;
import dev.waybill.Page;
import dev.waybill.Priority;
import dev.waybill.State;
import dev.waybill.WaybillException;
import dev.waybill.conformance.Seed;
import dev.waybill.document.AcceptedDiagram;
import dev.waybill.document.AcceptedUpload;
import dev.waybill.document.Diagram;
import dev.waybill.document.Diagram.LeftOut;
import dev.waybill.document.DiagramEngine;
import dev.waybill.document.DiagramKind;
import dev.waybill.document.DiagramState;
import dev.waybill.document.NewDiagram;
import dev.waybill.documents.upload.UploadLimits;
import dev.waybill.result.Enqueued;
import dev.waybill.service.IdentifiedJobs;
import dev.waybill.wire.document.DiagramJson;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DiagramGenerationTest {

  private static final NewDiagram TERMS = NewDiagram.of("s1", DiagramKind.TERMS);

  private @TempDir Path folder;

  @Test
  @Seed("S5.6")
  void the_job_has_the_message_of_the_seed_with_the_fields_of_the_diagram() {
    try (DocumentFixture fixture = new DocumentFixture(folder)) {
      AcceptedUpload upload = fixture.upload(file("a.txt", "hello"));
      Diagram diagram = fixture.diagrams.create(TERMS.withPriority(Priority.HIGH)).diagram();
      Job job = fixture.job(diagram.jobId());
      assertThat(job.type()).isEqualTo("diagram_generation");
      assertThat(job.request().queue()).isEqualTo("documents");
      assertThat(job.request().priority()).isEqualTo(Priority.HIGH);
      assertThat(job.payload().text())
          .isEqualTo(
              """
              {"job_id":"%s","session_id":"s1","documents":[{"document_id":"%s",\
              "s3_key":"sessions/s1/docs/a.txt","content_hash":"%s","file_type":"text"}],\
              "created_at":"%s","diagram_id":"%s","kind":"terms","engine":"builtin"}\
              """
                  .formatted(
                      diagram.jobId(),
                      id(upload, 0),
                      fixture.document(upload, 0).content().hash(),
                      diagram.createdAt(),
                      diagram.id()));
      assertThat(fixture.diagrams.get(diagram.id()).state()).isEqualTo(DiagramState.PENDING);
      assertRefused(Code.WRONG_STATE, () -> fixture.diagrams.svg(diagram.id()));
    }
  }

  @Test
  void a_diagram_is_drawn_from_the_stored_chunks() {
    try (DocumentFixture fixture = new DocumentFixture(folder).started()) {
      AcceptedUpload upload = fixture.upload(file("a.txt", "gulls eat fish\nfish swim\n"));
      fixture.ended(upload);
      Diagram asked = fixture.diagrams.create(TERMS).diagram();
      Job job = fixture.ended(asked.jobId());
      Diagram diagram = fixture.diagrams.get(asked.id());
      assertThat(diagram.state()).isEqualTo(DiagramState.READY);
      assertThat(diagram.progress().sources().used())
          .containsExactly(new Diagram.Source(id(upload, 0), "a.txt"));
      assertThat(mermaid(diagram)).startsWith("flowchart LR").contains("\"fish\"", "\"gulls\"");
      assertThat(fixture.diagrams.svg(asked.id()).text()).contains("<svg", ">fish<");
      assertThat(DiagramJson.DOCUMENT.readAnswer(job.result().orElseThrow().bytesWithoutCopy()))
          .isEqualTo(diagram);
      assertThat(job.result().orElseThrow().text())
          .contains("\"svg\":\"/v1/diagrams/" + asked.id() + "/svg\"");
      assertThat(fixture.tools.parsed).hasValue(1);
      assertThat(fixture.diagrams.list("s1", Page.Request.FIRST).items())
          .containsExactly(diagram.with((Diagram.Content) null));
      assertThat(fixture.diagrams.list("s2", Page.Request.FIRST).items()).isEmpty();
    }
  }

  @Test
  void a_document_without_stored_chunks_is_parsed_again() {
    try (DocumentFixture fixture = new DocumentFixture(folder).started()) {
      AcceptedUpload upload = fixture.upload(file("a.txt", "fish"));
      fixture.ended(upload);
      fixture.loseResults(upload.documents().getFirst());
      assertThat(mermaid(drawn(fixture, TERMS))).contains("\"fish\"");
      assertThat(fixture.tools.parsed).hasValue(2);
    }
  }

  @Test
  void documents_that_are_not_ready_are_left_out() {
    try (DocumentFixture fixture = new DocumentFixture(folder)) {
      AcceptedUpload upload =
          fixture.upload(file("bad.txt", "BROKEN"), file("good.txt", "fish"), file("c", "gone"));
      fixture.started();
      fixture.ended(upload);
      fixture.service.close();
      Diagram asked = fixture.diagrams.create(TERMS).diagram();
      fixture.documents.delete(id(upload, 2));
      try (DocumentFixture again = reopened(fixture)) {
        again.ended(asked.jobId());
        assertThat(again.diagrams.get(asked.id()).progress().sources())
            .isEqualTo(
                new Diagram.Sources(
                    List.of(new Diagram.Source(id(upload, 1), "good.txt")),
                    List.of(
                        new LeftOut(id(upload, 0), LeftOut.Reason.FAILED),
                        new LeftOut(id(upload, 2), LeftOut.Reason.DELETED))));
      }
    }
  }

  private DocumentFixture reopened(DocumentFixture fixture) {
    fixture.close();
    return new DocumentFixture(folder).started();
  }

  @Test
  void a_diagram_without_ready_documents_fails_without_a_retry() {
    try (DocumentFixture fixture = new DocumentFixture(folder).started()) {
      AcceptedUpload upload = fixture.upload(file("bad.txt", "BROKEN"));
      fixture.ended(upload);
      Diagram asked = fixture.diagrams.create(TERMS).diagram();
      Job job = fixture.ended(asked.jobId());
      assertThat(job.progress().state()).isEqualTo(State.FAILED);
      assertThat(job.attempt()).isEqualTo(1);
      Diagram diagram = fixture.diagrams.get(asked.id());
      assertThat(diagram.state()).isEqualTo(DiagramState.FAILED);
      assertThat(Objects.requireNonNull(diagram.progress().failure()).code())
          .isEqualTo("no_ready_documents");
    }
  }

  @Test
  void a_request_with_a_known_request_id_is_the_earlier_one() {
    try (DocumentFixture fixture = new DocumentFixture(folder)) {
      fixture.upload(file("a.txt", "fish"));
      NewDiagram asked = TERMS.withRequestId("r1");
      AcceptedDiagram first = fixture.diagrams.create(asked);
      fixture.upload(file("b.txt", "gulls"));
      assertThat(fixture.diagrams.create(asked))
          .isEqualTo(new AcceptedDiagram(first.diagram(), true));
      assertRefused(
          Code.REQUEST_ID_CONFLICT,
          () ->
              fixture.diagrams.create(
                  NewDiagram.of("s1", DiagramKind.OUTLINE).withRequestId("r1")));
      assertThat(fixture.jobs()).hasSize(3);
      fixture.diagrams.delete(first.diagram().id());
      assertRefused(Code.REQUEST_ID_CONFLICT, () -> fixture.diagrams.create(asked));
    }
  }

  @Test
  void a_request_that_was_cut_off_before_its_job_is_completed_by_the_next_try() {
    AtomicBoolean down = new AtomicBoolean();
    try (DocumentFixture fixture =
        new DocumentFixture(
            folder, UploadLimits.DEFAULT, jobs -> failing(jobs, down, Code.UNAVAILABLE))) {
      fixture.upload(file("a.txt", "fish"));
      down.set(true);
      NewDiagram asked = TERMS.withRequestId("r1");
      assertRefused(Code.UNAVAILABLE, () -> fixture.diagrams.create(asked));
      assertThat(fixture.diagrams.list("s1", Page.Request.FIRST).items()).isEmpty();
      down.set(false);
      Diagram diagram = fixture.diagrams.create(asked).diagram();
      assertThat(fixture.job(diagram.jobId()).type()).isEqualTo("diagram_generation");
      assertThat(fixture.diagrams.list("s1", Page.Request.FIRST).items()).hasSize(1);
    }
  }

  @Test
  void a_refused_job_leaves_no_diagram() {
    AtomicBoolean full = new AtomicBoolean();
    try (DocumentFixture fixture =
        new DocumentFixture(
            folder, UploadLimits.DEFAULT, jobs -> failing(jobs, full, Code.QUOTA_EXCEEDED))) {
      fixture.upload(file("a.txt", "fish"));
      full.set(true);
      NewDiagram asked = TERMS.withRequestId("r1");
      assertRefused(Code.QUOTA_EXCEEDED, () -> fixture.diagrams.create(asked));
      full.set(false);
      assertThat(fixture.diagrams.create(asked).duplicate()).isFalse();
    }
  }

  @Test
  void unknown_documents_and_sessions_are_refused() {
    try (DocumentFixture fixture = new DocumentFixture(folder)) {
      AcceptedUpload upload = fixture.upload(file("a.txt", "fish"));
      assertRefused(Code.INVALID_ARGUMENT, () -> fixture.diagrams.create(named("s1", "none")));
      assertRefused(
          Code.INVALID_ARGUMENT, () -> fixture.diagrams.create(named("s2", id(upload, 0))));
      assertRefused(
          Code.INVALID_ARGUMENT,
          () -> fixture.diagrams.create(NewDiagram.of("s2", DiagramKind.TERMS)));
      assertRefused(
          Code.INVALID_NAME,
          () -> fixture.diagrams.create(NewDiagram.of("../x", DiagramKind.TERMS)));
      assertRefused(
          Code.INVALID_ARGUMENT,
          () ->
              fixture.diagrams.create(
                  NewDiagram.of(
                      "s1",
                      new NewDiagram.Subject(DiagramKind.TERMS, List.of(), DiagramEngine.MODEL))));
      assertThat(fixture.jobs()).hasSize(1);
    }
  }

  private static NewDiagram named(String session, String document) {
    return NewDiagram.of(
        session, new NewDiagram.Subject(DiagramKind.TERMS, List.of(document), null));
  }

  @Test
  void deleting_a_document_deletes_the_diagrams_that_show_it_with_their_jobs() {
    try (DocumentFixture fixture = new DocumentFixture(folder).started()) {
      AcceptedUpload upload = fixture.upload(file("a.txt", "fish"), file("b.txt", "gulls"));
      fixture.ended(upload);
      Diagram both = drawn(fixture, TERMS);
      Diagram other = drawn(fixture, named("s1", id(upload, 1)));
      fixture.documents.erase(id(upload, 0));
      assertGone(fixture, both);
      assertThat(fixture.diagrams.find(other.id())).contains(other);
      assertThat(fixture.diagrams.list("s1", Page.Request.FIRST).items()).hasSize(1);
      assertThat(fixture.diagrams.delete(other.id())).isTrue();
      assertGone(fixture, other);
      assertThat(fixture.diagrams.delete(other.id())).isFalse();
    }
  }

  @Test
  void a_document_that_is_deleted_while_it_is_drawn_takes_the_diagram_with_it() {
    try (DocumentFixture fixture = new DocumentFixture(folder).started()) {
      AcceptedUpload upload = fixture.upload(file("a.txt", "fish"));
      fixture.ended(upload);
      fixture.loseResults(upload.documents().getFirst());
      fixture.tools.onPage = _ -> fixture.documents.delete(id(upload, 0));
      Diagram drawing = fixture.diagrams.create(TERMS).diagram();
      Job job = fixture.ended(drawing.jobId());
      assertThat(job.progress().state()).isEqualTo(State.FAILED);
      assertThat(Objects.requireNonNull(job.progress().failure()).errorClass())
          .isEqualTo("document_deleted");
      assertThat(fixture.diagrams.find(drawing.id())).isEmpty();
      assertNoBlobs(fixture, drawing);
    }
  }

  @Test
  void a_diagram_that_is_deleted_while_it_is_drawn_does_not_come_back() {
    try (DocumentFixture fixture = new DocumentFixture(folder).started()) {
      AcceptedUpload upload = fixture.upload(file("a.txt", "fish"));
      fixture.ended(upload);
      fixture.loseResults(upload.documents().getFirst());
      CompletableFuture<Diagram> drawing = new CompletableFuture<>();
      fixture.tools.onPage = _ -> fixture.diagrams.delete(drawing.join().id());
      drawing.complete(fixture.diagrams.create(TERMS).diagram());
      eventually(() -> assertThat(fixture.waybill.find(drawing.join().jobId())).isEmpty());
      assertGone(fixture, drawing.join());
    }
  }

  private static Diagram drawn(DocumentFixture fixture, NewDiagram asked) {
    Diagram diagram = fixture.diagrams.create(asked).diagram();
    fixture.ended(diagram.jobId());
    return fixture.diagrams.get(diagram.id());
  }

  private static String mermaid(Diagram diagram) {
    return Objects.requireNonNull(Objects.requireNonNull(diagram.content()).mermaid());
  }

  private static String id(AcceptedUpload upload, int number) {
    return upload.documents().get(number).id();
  }

  private static void assertGone(DocumentFixture fixture, Diagram diagram) {
    assertThat(fixture.diagrams.find(diagram.id())).isEmpty();
    assertThat(fixture.waybill.find(diagram.jobId())).isEmpty();
    assertNoBlobs(fixture, diagram);
  }

  private static void assertNoBlobs(DocumentFixture fixture, Diagram diagram) {
    String name = "diagrams/" + diagram.id();
    assertThat(fixture.backend.blobs().find(TENANT, name + "/svg")).isEmpty();
    assertThat(fixture.backend.blobs().find(TENANT, name + "/text")).isEmpty();
  }

  private static IdentifiedJobs failing(IdentifiedJobs jobs, AtomicBoolean fails, Code code) {
    return new IdentifiedJobs() {
      @Override
      public JobId newId() {
        return jobs.newId();
      }

      @Override
      public Enqueued enqueue(JobId id, NewJob job) {
        if (fails.get()) {
          throw new WaybillException(code, "not now");
        }
        return jobs.enqueue(id, job);
      }
    };
  }

  private static void assertRefused(Code code, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            WaybillException.class, refused -> assertThat(refused.code()).isEqualTo(code));
  }
}
