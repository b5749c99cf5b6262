package dev.waybill.documents;

import static dev.waybill.conformance.Eventually.eventually;
import static dev.waybill.documents.DocumentFixture.file;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Job;
import dev.waybill.State;
import dev.waybill.conformance.ManualClock;
import dev.waybill.document.AcceptedUpload;
import dev.waybill.document.DocumentQuery;
import dev.waybill.document.DocumentState;
import dev.waybill.document.FoundPassage;
import dev.waybill.document.NewFile;
import dev.waybill.documents.embed.EmbeddingException;
import dev.waybill.documents.remote.Pace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A document of 200 chunks, which takes four calls of the model.
final class EmbeddingInPartsTest {

  private static final int CHUNKS = 200;
  private static final int PER_CALL = 64;

  private @TempDir Path folder;

  private static NewFile large() {
    return file(
        "large.txt",
        IntStream.range(0, CHUNKS)
            .mapToObj(number -> "line" + number + " of many")
            .collect(Collectors.joining("\n")));
  }

  private static void assertFound(DocumentFixture fixture, int number) {
    assertThat(fixture.search(DocumentQuery.of("line" + number)))
        .first()
        .extracting(FoundPassage::text)
        .isEqualTo("line" + number + " of many");
  }

  @Test
  void a_retry_embeds_only_the_rest() {
    try (DocumentFixture fixture = new DocumentFixture(folder)) {
      AtomicInteger calls = new AtomicInteger();
      fixture.tools.onEmbed =
          () ->
              fixture.tools.failure =
                  calls.incrementAndGet() == 3 ? EmbeddingException.retryable("busy", null) : null;
      AcceptedUpload upload = fixture.upload(large());
      fixture.started();
      Job job = fixture.ended(upload);
      assertThat(job.progress().state()).isEqualTo(State.COMPLETED);
      assertThat(job.progress().errors()).isEqualTo(1);
      assertThat(fixture.tools.embedded).as("texts").hasValue(CHUNKS + PER_CALL);
      assertFound(fixture, 3);
      assertFound(fixture, 199);
    }
  }

  @Test
  void a_rate_of_one_call_a_minute_delays_a_document_without_errors() {
    ManualClock clock = new ManualClock();
    try (DocumentFixture fixture = new DocumentFixture(folder, clock)) {
      fixture.tools.pace = new Pace(new Pace.Rate(1, 0, "too many calls"), clock, _ -> {});
      AcceptedUpload upload = fixture.upload(large());
      fixture.started();
      eventually(
          () -> {
            Job.Progress now = fixture.job(upload.jobId()).progress();
            if (now.state() == State.SCHEDULED) {
              clock.set(now.runAt());
            }
            assertThat(now.state().isTerminal()).isTrue();
          });
      Job job = fixture.job(upload.jobId());
      assertThat(job.progress().state()).isEqualTo(State.COMPLETED);
      assertThat(job.progress().errors()).isZero();
      assertThat(fixture.document(upload, 0).state()).isEqualTo(DocumentState.READY);
      assertThat(fixture.tools.embedded).as("texts").hasValue(CHUNKS);
      assertThat(Duration.between(ManualClock.START, clock.instant()))
          .isBetween(Duration.ofMinutes(3), Duration.ofMinutes(4));
    }
  }

  @Test
  void vectors_of_a_part_are_deleted_with_the_document() {
    try (DocumentFixture fixture = new DocumentFixture(folder)) {
      AtomicInteger calls = new AtomicInteger();
      fixture.tools.onEmbed =
          () ->
              fixture.tools.failure =
                  calls.incrementAndGet() == 3 ? EmbeddingException.refused("wrong key") : null;
      AcceptedUpload first = fixture.upload(large());
      fixture.started();
      assertThat(fixture.ended(first).progress().state()).isEqualTo(State.DEAD);
      fixture.documents.delete(first.documents().getFirst().id());
      int before = fixture.tools.embedded.get();
      fixture.ended(fixture.upload(large()));
      assertThat(fixture.tools.embedded).hasValue(before + CHUNKS);
    }
  }

  @Test
  void a_file_that_failed_for_good_is_left_alone_while_another_one_waits() {
    ManualClock clock = new ManualClock();
    try (DocumentFixture fixture = new DocumentFixture(folder, clock)) {
      fixture.tools.pace = new Pace(new Pace.Rate(1, 0, "too many calls"), clock, _ -> {});
      AcceptedUpload upload = fixture.upload(file("bad.txt", "BROKEN"), large());
      fixture.started();
      eventually(
          () -> {
            Job.Progress now = fixture.job(upload.jobId()).progress();
            if (now.state() == State.SCHEDULED) {
              clock.set(now.runAt());
            }
            assertThat(now.state().isTerminal()).isTrue();
          });
      assertThat(fixture.document(upload, 1).state()).isEqualTo(DocumentState.READY);
      assertThat(fixture.tools.parsed).as("each file once").hasValue(2);
    }
  }
}
