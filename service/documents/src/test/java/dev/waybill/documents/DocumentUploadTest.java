package dev.waybill.documents;

import static dev.waybill.documents.DocumentFixture.TENANT;
import static dev.waybill.documents.DocumentFixture.file;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.NewJob;
import dev.waybill.Page;
import dev.waybill.Payload;
import dev.waybill.Priority;
import dev.waybill.WaybillException;
import dev.waybill.conformance.Seed;
import dev.waybill.document.AcceptedUpload;
import dev.waybill.document.Document;
import dev.waybill.document.DocumentState;
import dev.waybill.document.IngestionMessage;
import dev.waybill.document.NewUpload;
import dev.waybill.documents.upload.UploadLimits;
import dev.waybill.result.Enqueued;
import dev.waybill.service.IdentifiedJobs;
import dev.waybill.settings.QueueSettings;
import dev.waybill.wire.document.IngestionJson;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DocumentUploadTest {

  private static final String HELLO_HASH =
      "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";

  private @TempDir Path folder;

  @Test
  @Seed({"S5.1", "S5.4"})
  void an_upload_answers_with_its_job_and_its_documents_when_all_are_durable() {
    try (DocumentFixture fixture = new DocumentFixture(folder)) {
      AcceptedUpload upload = fixture.upload(file("a.txt", "hello"), file("b.txt", "world"));
      assertThat(fixture.job(upload.jobId()).request().queue()).isEqualTo("documents");
      assertThat(fixture.documents.list("s1", Page.Request.FIRST).items())
          .isEqualTo(upload.documents())
          .extracting(Document::name)
          .containsExactly("a.txt", "b.txt");
      Document first = fixture.document(upload, 0);
      assertThat(first.state()).isEqualTo(DocumentState.UPLOADED);
      assertThat(first.content())
          .isEqualTo(new Document.Content("text", "sessions/s1/docs/a.txt", HELLO_HASH, 5));
    }
  }

  @Test
  @Seed({"S5.5", "S5.6"})
  void the_job_has_exactly_the_message_of_the_seed() {
    try (DocumentFixture fixture = new DocumentFixture(folder)) {
      AcceptedUpload upload =
          fixture.documents.upload(
              NewUpload.to("s1").withPriority(Priority.HIGH), List.of(file("a.txt", "hello")));
      Job job = fixture.job(upload.jobId());
      Document document = upload.documents().getFirst();
      assertThat(job.payload().text())
          .isEqualTo(
              """
              {"job_id":"%s","session_id":"s1","documents":[{"document_id":"%s",\
              "s3_key":"sessions/s1/docs/a.txt","content_hash":"%s","file_type":"text"}],\
              "created_at":"%s"}\
              """
                  .formatted(upload.jobId(), document.id(), HELLO_HASH, document.createdAt()));
      assertThat(job.type()).isEqualTo("document_ingestion");
      assertThat(job.request().priority()).isEqualTo(Priority.HIGH);
    }
  }

  @Test
  @Seed("S5.7")
  void the_first_upload_of_a_tenant_sets_the_queue_up_and_keeps_changed_settings() {
    try (DocumentFixture fixture = new DocumentFixture(folder)) {
      AcceptedUpload upload = fixture.upload(file("a.txt", "hello"));
      QueueSettings settings = fixture.waybill.queueSettings("documents");
      assertThat(settings.defaultLeaseDuration()).isEqualTo(Duration.ofMinutes(5));
      assertThat(settings.waitingTtl()).isEqualTo(Duration.ofDays(4));
      assertThat(fixture.job(upload.jobId()).request().retry())
          .satisfies(retry -> assertThat(retry.maxErrors()).isEqualTo(3))
          .satisfies(retry -> assertThat(retry.maxCrashes()).isEqualTo(3));
      QueueSettings own = settings.withDefaultLeaseDuration(Duration.ofSeconds(60));
      fixture.waybill.setQueueSettings("documents", own);
      fixture.upload(file("b.txt", "hello"));
      fixture
          .server()
          .documents(TENANT)
          .upload(NewUpload.to("s1"), List.of(file("c.txt", "hello")));
      assertThat(fixture.waybill.queueSettings("documents")).isEqualTo(own);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "../../etc/passwd, passwd",
    "C:\\docs\\r.txt, r.txt",
    ".hidden, hidden",
    "my report (1).txt, my_report__1_.txt",
    "...., file"
  })
  @Seed("S5.3")
  void names_of_files_are_keys_below_their_session(String name, String key) {
    try (DocumentFixture fixture = new DocumentFixture(folder)) {
      AcceptedUpload upload = fixture.upload(file(name, "hello"));
      Document document = fixture.document(upload, 0);
      assertThat(document.name()).isEqualTo(name);
      assertThat(document.content().key()).isEqualTo("sessions/s1/docs/" + key);
    }
  }

  @Test
  @Seed("S5.3")
  void files_of_the_same_name_have_their_own_keys() {
    try (DocumentFixture fixture = new DocumentFixture(folder)) {
      AcceptedUpload upload = fixture.upload(file("a.txt", "one"), file("a.txt", "two"));
      Document second = fixture.document(upload, 1);
      assertThat(second.content().key()).isEqualTo("sessions/s1/docs/" + second.id() + "-a.txt");
      assertThat(fixture.backend.blobs().get(TENANT, second.content().key()).orElseThrow())
          .asString()
          .isEqualTo("two");
    }
  }

  @Test
  @Seed("S5.2")
  void a_file_of_an_unknown_type_refuses_the_whole_upload_and_nothing_stays() {
    try (DocumentFixture fixture = new DocumentFixture(folder)) {
      assertRefused(
          Code.INVALID_ARGUMENT,
          () -> fixture.upload(file("a.txt", "hello"), file("b.txt", "MZ program")));
      assertNothing(fixture);
    }
  }

  @Test
  @Seed("S5.2")
  void files_beyond_the_limits_are_refused_and_nothing_stays() {
    UploadLimits limits = new UploadLimits(2, 10, 15);
    try (DocumentFixture fixture = new DocumentFixture(folder, limits, jobs -> jobs)) {
      assertRefused(
          Code.PAYLOAD_TOO_LARGE,
          () -> fixture.upload(file("a.txt", "x"), file("b.txt", "12345678901")));
      assertRefused(
          Code.PAYLOAD_TOO_LARGE,
          () -> fixture.upload(file("a.txt", "1234567890"), file("b.txt", "123456")));
      assertRefused(
          Code.TOO_MANY_ITEMS,
          () -> fixture.upload(file("a.txt", "1"), file("b.txt", "2"), file("c.txt", "3")));
      assertRefused(Code.INVALID_ARGUMENT, () -> fixture.upload());
      assertRefused(Code.INVALID_NAME, () -> fixture.upload(file(" ", "1")));
      assertRefused(
          Code.INVALID_NAME,
          () -> fixture.documents.upload(NewUpload.to("../x"), List.of(file("a", "1"))));
      assertNothing(fixture);
    }
  }

  @Test
  void an_upload_with_a_known_request_id_is_the_earlier_one() {
    try (DocumentFixture fixture = new DocumentFixture(folder)) {
      NewUpload asked = NewUpload.to("s1").withRequestId("r1");
      AcceptedUpload first = fixture.documents.upload(asked, List.of(file("a.txt", "hello")));
      AcceptedUpload again = fixture.documents.upload(asked, List.of(file("a.txt", "hello")));
      assertThat(again).isEqualTo(new AcceptedUpload(first.jobId(), "s1", first.documents(), true));
      assertRefused(
          Code.REQUEST_ID_CONFLICT,
          () -> fixture.documents.upload(asked, List.of(file("a.txt", "other"))));
      assertThat(fixture.jobs()).hasSize(1);
      assertThat(fixture.documents.list("s1", Page.Request.FIRST).items()).hasSize(1);
    }
  }

  @Test
  void an_upload_that_was_cut_off_before_its_job_is_completed_by_the_next_try() {
    AtomicBoolean down = new AtomicBoolean(true);
    try (DocumentFixture fixture =
        new DocumentFixture(
            folder, UploadLimits.DEFAULT, jobs -> failing(jobs, down, Code.UNAVAILABLE))) {
      NewUpload asked = NewUpload.to("s1").withRequestId("r1");
      assertRefused(
          Code.UNAVAILABLE, () -> fixture.documents.upload(asked, List.of(file("a.txt", "hello"))));
      assertThat(fixture.documents.list("s1", Page.Request.FIRST).items()).isEmpty();
      down.set(false);
      AcceptedUpload upload = fixture.documents.upload(asked, List.of(file("a.txt", "hello")));
      assertThat(fixture.jobs()).extracting(Job::id).containsExactly(upload.jobId());
      assertThat(fixture.documents.list("s1", Page.Request.FIRST).items())
          .isEqualTo(upload.documents());
    }
  }

  @Test
  void documents_without_a_request_id_are_listed_with_their_records() {
    AtomicBoolean down = new AtomicBoolean(true);
    try (DocumentFixture fixture =
        new DocumentFixture(
            folder, UploadLimits.DEFAULT, jobs -> failing(jobs, down, Code.UNAVAILABLE))) {
      assertRefused(Code.UNAVAILABLE, () -> fixture.upload(file("a.txt", "hello")));
      assertThat(fixture.documents.list("s1", Page.Request.FIRST).items())
          .extracting(Document::state)
          .containsExactly(DocumentState.UPLOADED);
    }
  }

  @Test
  void a_refused_job_without_a_request_id_leaves_nothing() {
    AtomicBoolean full = new AtomicBoolean(true);
    try (DocumentFixture fixture =
        new DocumentFixture(
            folder, UploadLimits.DEFAULT, jobs -> failing(jobs, full, Code.QUOTA_EXCEEDED))) {
      assertRefused(Code.QUOTA_EXCEEDED, () -> fixture.upload(file("a.txt", "hello")));
      assertNothing(fixture);
    }
  }

  @Test
  void a_refused_job_leaves_nothing_and_the_request_id_can_be_used_again() {
    AtomicBoolean full = new AtomicBoolean(true);
    try (DocumentFixture fixture =
        new DocumentFixture(
            folder, UploadLimits.DEFAULT, jobs -> failing(jobs, full, Code.QUOTA_EXCEEDED))) {
      NewUpload asked = NewUpload.to("s1").withRequestId("r1");
      assertRefused(
          Code.QUOTA_EXCEEDED,
          () -> fixture.documents.upload(asked, List.of(file("a.txt", "hello"))));
      assertNothing(fixture);
      full.set(false);
      assertThat(fixture.documents.upload(asked, List.of(file("a.txt", "hello"))).duplicate())
          .isFalse();
    }
  }

  @Test
  void a_list_has_pages_and_leaves_deleted_documents_out() {
    try (DocumentFixture fixture = new DocumentFixture(folder)) {
      AcceptedUpload upload =
          fixture.upload(file("a", "1"), file("b", "2"), file("c", "3"), file("d", "4"));
      fixture.documents.delete(upload.documents().get(1).id());
      Page<Document> first = fixture.documents.list("s1", Page.Request.first(2));
      assertThat(first.items()).extracting(Document::name).containsExactly("a", "c");
      Page<Document> second =
          fixture.documents.list(
              "s1", Page.Request.first(2).next(Objects.requireNonNull(first.nextCursor())));
      assertThat(second.items()).extracting(Document::name).containsExactly("d");
      assertThat(second.nextCursor()).isNull();
      assertRefused(
          Code.INVALID_CURSOR, () -> fixture.documents.list("s1", Page.Request.first(2).next("x")));
    }
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

  private static void assertNothing(DocumentFixture fixture) {
    assertThat(fixture.jobs()).isEmpty();
    assertThat(fixture.documents.list("s1", Page.Request.FIRST).items()).isEmpty();
    assertThat(fixture.backend.blobs().find(TENANT, "sessions/s1/docs/a.txt")).isEmpty();
    assertThat(fixture.backend.blobs().find(TENANT, "sessions/s1/docs/b.txt")).isEmpty();
  }

  private static void assertRefused(Code code, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            WaybillException.class, refused -> assertThat(refused.code()).isEqualTo(code));
  }

  @Test
  void the_message_can_be_read_back() {
    try (DocumentFixture fixture = new DocumentFixture(folder)) {
      AcceptedUpload upload = fixture.upload(file("a.txt", "hello"));
      Payload payload = fixture.job(upload.jobId()).payload();
      IngestionMessage message = IngestionJson.MESSAGE.read(payload.bytesWithoutCopy());
      assertThat(message.jobId()).isEqualTo(upload.jobId());
    }
  }
}
