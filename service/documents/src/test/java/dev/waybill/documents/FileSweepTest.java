package dev.waybill.documents;

import static dev.waybill.documents.DocumentFixture.TENANT;
import static dev.waybill.documents.DocumentFixture.file;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.conformance.ManualClock;
import dev.waybill.document.AcceptedUpload;
import dev.waybill.document.Document;
import dev.waybill.documents.record.ArrivingFiles;
import dev.waybill.documents.record.DocumentFacts;
import dev.waybill.documents.record.KnownTenants;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files whose upload was cut off before its documents were recorded.
final class FileSweepTest {

  private static final String LOST = "sessions/s1/docs/lost.txt";
  private static final String A = "sessions/s1/docs/a.txt";

  private @TempDir Path folder;

  @Test
  void a_file_without_a_document_is_deleted_when_its_upload_must_have_ended() {
    try (DocumentFixture fixture = new DocumentFixture(folder)) {
      arriving(fixture).expect("lost", LOST);
      store(fixture, LOST);
      assertThat(swept(fixture, Instant.now().minusSeconds(3600))).isZero();
      assertThat(isStored(fixture, LOST)).isTrue();
      assertThat(swept(fixture, later())).isEqualTo(1);
      assertThat(isStored(fixture, LOST)).isFalse();
      assertThat(swept(fixture, later())).isZero();
    }
  }

  @Test
  void an_upload_records_its_files_before_it_records_its_documents() {
    try (DocumentFixture fixture = new DocumentFixture(folder)) {
      AcceptedUpload upload = fixture.upload(file("a.txt", "hello"), file("b.txt", "world"));
      facts(fixture).delete(upload.documents().getFirst().id());
      assertThat(swept(fixture, later())).isEqualTo(1);
      assertThat(isStored(fixture, A)).isFalse();
      assertThat(isStored(fixture, fixture.document(upload, 1).content().key())).isTrue();
    }
  }

  @Test
  void a_name_that_another_document_has_got_stays() {
    try (DocumentFixture fixture = new DocumentFixture(folder)) {
      arriving(fixture).expect("refused", A);
      Document document = fixture.document(fixture.upload(file("a.txt", "hello")), 0);
      assertThat(document.content().key()).isEqualTo(A);
      assertThat(swept(fixture, later())).isZero();
      assertThat(isStored(fixture, A)).isTrue();
    }
  }

  @Test
  void a_name_that_another_upload_is_storing_stays() {
    try (DocumentFixture fixture = new DocumentFixture(folder)) {
      ManualClock clock = new ManualClock();
      clock.set(Instant.now().minus(Duration.ofDays(2)));
      arriving(fixture, clock).expect("refused", A);
      arriving(fixture).expect("under-way", A);
      store(fixture, A);
      assertThat(swept(fixture, Instant.now().minus(Duration.ofDays(1)))).isZero();
      assertThat(isStored(fixture, A)).isTrue();
    }
  }

  @Test
  void the_service_sweeps_all_tenants_after_a_day() {
    try (DocumentFixture fixture = new DocumentFixture(folder)) {
      fixture.upload(file("a.txt", "hello"));
      ManualClock clock = new ManualClock();
      clock.set(Instant.now());
      arriving(fixture, clock).expect("lost", LOST);
      store(fixture, LOST);
      FileSweep sweep =
          new FileSweep(
              new KnownTenants(fixture.backend.ledger(), clock),
              fixture.backend.blobs(),
              _ -> arriving(fixture),
              clock);
      sweep.step();
      assertThat(isStored(fixture, LOST)).isTrue();
      clock.set(Instant.now().plus(FileSweep.LONGEST_UPLOAD).plusSeconds(60));
      sweep.step();
      assertThat(isStored(fixture, LOST)).isFalse();
      assertThat(isStored(fixture, A)).isTrue();
    }
  }

  private static Instant later() {
    return Instant.now().plusSeconds(60);
  }

  private static int swept(DocumentFixture fixture, Instant before) {
    return arriving(fixture).sweep(fixture.backend.blobs(), before);
  }

  private static ArrivingFiles arriving(DocumentFixture fixture) {
    return arriving(fixture, InstantSource.system());
  }

  private static ArrivingFiles arriving(DocumentFixture fixture, InstantSource clock) {
    return new ArrivingFiles(
        fixture.backend.ledger(), new DocumentFacts(fixture.backend.ledger(), TENANT, clock));
  }

  private static DocumentFacts facts(DocumentFixture fixture) {
    return new DocumentFacts(fixture.backend.ledger(), TENANT, InstantSource.system());
  }

  private static void store(DocumentFixture fixture, String key) {
    fixture.backend.blobs().put(TENANT, key, "x".getBytes(StandardCharsets.UTF_8));
  }

  private static boolean isStored(DocumentFixture fixture, String key) {
    return fixture.backend.blobs().find(TENANT, key).isPresent();
  }
}
