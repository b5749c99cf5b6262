package dev.waybill.backend.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.Code;
import dev.waybill.Failure;
import dev.waybill.JobId;
import dev.waybill.NewEvent;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.Payload;
import dev.waybill.Priority;
import dev.waybill.RetryPolicy;
import dev.waybill.WaybillException;
import dev.waybill.backend.support.GuardedTable.Held;
import dev.waybill.engine.Transitions;
import dev.waybill.record.StoredJob;
import dev.waybill.spi.Draft;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.LeaseKey;
import dev.waybill.spi.LeaseQuery;
import dev.waybill.spi.QueueKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RecordCodecTest {

  private static final Instant NOW = Instant.parse("2030-01-01T00:00:00.123Z");
  private static final JobKey KEY = new JobKey("acme", new JobId(0x0190_0000_0000_7000L, -5));

  private static Draft full() {
    NewJob job =
        NewJob.builder("resize")
            .queue("images")
            .payload(Payload.claim("jobs/1/payload", 5_000_000))
            .priority(Priority.LOW)
            .requestId("r-1")
            .correlationId("c-1")
            .traceContext("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
            .tags("a", "b")
            .delay(Duration.ofMillis(7))
            .deadline(NOW.plusSeconds(60))
            .timeout(Duration.ofSeconds(9))
            .retry(RetryPolicy.DEFAULT.withJitter(0.25))
            .build();
    return new Draft(KEY, job, new Draft.Fingerprint(1, -2));
  }

  private static StoredJob retried() {
    LeaseQuery take =
        new LeaseQuery(
            new QueueKey("acme", "images"), "w", 1, Duration.ofSeconds(5), Duration.ZERO);
    StoredJob leased = StoredJob.create(full(), NOW, 17).leased(take, NOW.plusMillis(7));
    Failure failure = new Failure("io", "broken", "at here");
    return leased.applied(
        Transitions.settled(
            leased.asOf(NOW), new Outcome.Retry(failure, null), RetryPolicy.DEFAULT, 0.5),
        NOW.plusSeconds(1),
        18);
  }

  @Test
  void a_record_is_read_as_it_was_written() {
    StoredJob waiting = retried();
    LeaseQuery take =
        new LeaseQuery(waiting.queue(), "w2", 1, Duration.ofSeconds(5), Duration.ZERO);
    StoredJob plain =
        StoredJob.create(new Draft(KEY, NewJob.of("demo", "some work"), null), NOW, 1);
    StoredJob done =
        waiting
            .leased(take, NOW.plusSeconds(90))
            .applied(
                Transitions.completed(new LeaseKey(KEY, 2), Payload.of("done")),
                NOW.plusSeconds(91),
                19);
    for (StoredJob job : List.of(plain, waiting, waiting.leased(take, NOW), done)) {
      JobRecord record = new JobRecord(job, 3, 17, true, List.of(4L, -5L));
      assertThat(RecordCodec.read(RecordCodec.write(record))).isEqualTo(record);
      assertThat(RecordCodec.version(RecordCodec.write(record))).isEqualTo(3);
      assertThat(RecordCodec.stamps(RecordCodec.write(record))).containsExactly(4L, -5L);
    }
  }

  @Test
  void a_deletion_mark_has_key_and_version() {
    byte[] mark = RecordCodec.writeMark(KEY, 9);
    assertThat(RecordCodec.isMark(mark)).isTrue();
    assertThat(RecordCodec.key(mark)).isEqualTo(KEY);
    assertThat(RecordCodec.version(mark)).isEqualTo(9);
  }

  @ParameterizedTest
  @CsvSource({"-1, OLDER_FORMAT", "1, NEWER_FORMAT"})
  void a_record_of_another_format_is_refused(int difference, Code code) {
    byte[] bytes = RecordCodec.write(JobRecord.create(full(), NOW, 1).stamped());
    bytes[0] = (byte) (RecordCodec.FORMAT + difference);
    assertThat(failure(() -> RecordCodec.read(bytes)).code()).isEqualTo(code);
    assertThat(failure(() -> RecordCodec.key(bytes)).code()).isEqualTo(code);
  }

  @Test
  void events_of_another_format_are_refused() {
    byte[] bytes = EventCodec.write(1, List.of(NewEvent.of(1, "log", "hello")), NOW);
    bytes[0] = 1;
    assertThat(failure(() -> EventCodec.read(KEY.id(), bytes)).code()).isEqualTo(Code.OLDER_FORMAT);
  }

  @Test
  void a_request_id_of_another_format_is_refused() {
    byte[] older = new byte[40];
    older[0] = 1;
    assertThat(failure(() -> Requests.entry(new Held(1, Payload.wrap(older)))).code())
        .isEqualTo(Code.OLDER_FORMAT);
  }

  @Test
  void a_truncated_record_is_corrupt() {
    byte[] bytes = RecordCodec.write(JobRecord.create(full(), NOW, 1).stamped());
    for (int length = 1; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      assertThat(failure(() -> RecordCodec.read(cut)).code()).isEqualTo(Code.CORRUPT);
    }
  }

  private static WaybillException failure(ThrowingCallable call) {
    return catchThrowableOfType(WaybillException.class, call);
  }
}
