package dev.waybill.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.EnumSource.Mode.EXCLUDE;

import dev.waybill.JobText;
import dev.waybill.NewJob;
import dev.waybill.Priority;
import dev.waybill.RetryPolicy;
import dev.waybill.spi.Draft;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class FingerprintsTest {

  private static final NewJob JOB = base().build();

  @Test
  void the_same_request_has_the_same_fingerprint() {
    assertThat(fingerprint(base().build())).isNotNull().isEqualTo(fingerprint(JOB));
  }

  @Test
  void a_job_without_request_id_has_none() {
    assertThat(fingerprint(base().requestId(null).build())).isNull();
  }

  @Test
  void the_trace_context_does_not_change_the_fingerprint() {
    assertThat(fingerprint(base().traceContext("00-ab-cd-01").build())).isEqualTo(fingerprint(JOB));
  }

  static List<NewJob> everyOtherJob() {
    return List.of(
        base().queue("other").build(),
        NewJob.builder("other").requestId("r").payload("abc").tags("x").build(),
        base().payload("abd").build(),
        base().payload("").build(),
        base().priority(Priority.HIGH).build(),
        base().tags("y").build(),
        base().tags("x", "y").build(),
        base().tags().build(),
        base().delay(Duration.ofNanos(1)).build(),
        base().runAt(Instant.EPOCH).build(),
        base().deadline(Instant.EPOCH).build(),
        base().timeout(Duration.ofSeconds(1)).build(),
        base().retry(RetryPolicy.DEFAULT).build(),
        base().retry(RetryPolicy.DEFAULT.withJitter(0)).build());
  }

  @ParameterizedTest
  @EnumSource(
      mode = EXCLUDE,
      names = {"REQUEST_ID", "TRACE_CONTEXT"})
  void every_text_but_the_trace_context_changes_the_fingerprint(JobText text) {
    NewJob.Builder other = base();
    text.set(other, "c");
    assertThat(fingerprint(other.build())).isNotEqualTo(fingerprint(JOB));
  }

  @ParameterizedTest
  @MethodSource("everyOtherJob")
  void every_other_field_changes_the_fingerprint(NewJob other) {
    assertThat(fingerprint(other)).isNotEqualTo(fingerprint(JOB));
  }

  @Test
  void text_that_moves_between_adjacent_fields_changes_the_fingerprint() {
    NewJob one = NewJob.builder("ab").queue("c").requestId("r").build();
    NewJob two = NewJob.builder("b").queue("ca").requestId("r").build();
    NewJob three = base().runAt(Instant.EPOCH).build();
    NewJob four = base().deadline(Instant.EPOCH).build();
    assertThat(fingerprint(one)).isNotEqualTo(fingerprint(two));
    assertThat(fingerprint(three)).isNotEqualTo(fingerprint(four));
  }

  private static NewJob.Builder base() {
    return NewJob.builder("type").requestId("r").payload("abc").tags("x");
  }

  private static Draft.@Nullable Fingerprint fingerprint(NewJob job) {
    return Fingerprints.of(job, job.payload());
  }
}
