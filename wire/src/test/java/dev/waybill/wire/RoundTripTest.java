package dev.waybill.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Attempt;
import dev.waybill.BulkResult;
import dev.waybill.Code;
import dev.waybill.EnqueueResult;
import dev.waybill.Enqueued;
import dev.waybill.ExtendResult;
import dev.waybill.Extended;
import dev.waybill.Failure;
import dev.waybill.Job;
import dev.waybill.JobEvent;
import dev.waybill.JobFilter;
import dev.waybill.JobId;
import dev.waybill.Lease;
import dev.waybill.LeaseRequest;
import dev.waybill.NewEvent;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.Page;
import dev.waybill.Payload;
import dev.waybill.Priority;
import dev.waybill.Published;
import dev.waybill.QueueSettings;
import dev.waybill.QueueStats;
import dev.waybill.Refused;
import dev.waybill.RetryPolicy;
import dev.waybill.SettleResult;
import dev.waybill.Settled;
import dev.waybill.Settlement;
import dev.waybill.State;
import dev.waybill.TaskToken;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What is written is read back as it was.
final class RoundTripTest {

  private static final Instant TIME = Instant.parse("2026-11-15T12:00:00.123456Z");
  private static final JobId ID = JobId.parse("0190b5a2-7c1e-7000-8000-000000000001");
  private static final Failure FAILURE = new Failure("java.io.IOException", "no \"way\"\n", "at x");
  private static final RetryPolicy POLICY =
      RetryPolicy.DEFAULT.withMaxErrors(7).withDelays(Duration.ofMillis(1500), 1.5, Duration.ZERO);
  private static final Payload BINARY = Payload.of(new byte[] {0, -1, 127, -128});

  private static final NewJob PLAIN = NewJob.of("mail.send", "");
  private static final NewJob FULL =
      new NewJob(
          "mails",
          "mail.send",
          Payload.of("{\"to\" : \"Zoë 😀\"}"),
          Priority.HIGH,
          "r-1",
          "c-1",
          "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
          Set.of("a", "b"),
          Duration.ofSeconds(90),
          TIME,
          TIME.plusSeconds(9),
          Duration.ofMinutes(3),
          POLICY);

  @ParameterizedTest
  @EnumSource(Encoding.class)
  void new_jobs_come_back(Encoding encoding) {
    assertSame(encoding, PLAIN, NewJobJson::write, NewJobJson::read);
    assertSame(encoding, FULL, NewJobJson::write, NewJobJson::read);
    assertSame(encoding, NewJob.of("t", BINARY), NewJobJson::write, NewJobJson::read);
  }

  @ParameterizedTest
  @EnumSource(Encoding.class)
  void jobs_come_back(Encoding encoding) {
    assertSame(encoding, waiting(), JobJson::write, JobJson::read);
    assertSame(encoding, ended(BINARY), JobJson::write, JobJson::read);
    assertSame(encoding, ended(Payload.empty()), JobJson::write, JobJson::read);
    assertSame(encoding, ended(Payload.of("[1,2]")), JobJson::write, JobJson::read);
  }

  @Test
  void leases_and_what_is_said_about_them_come_back() {
    Lease lease = new Lease(waiting(), new TaskToken("abc"), Duration.ofSeconds(30));
    assertSame(lease, LeaseJson::write, LeaseJson::read);
    LeaseRequest request = new LeaseRequest("q", "w", 5, Duration.ofMinutes(1), Duration.ofDays(1));
    assertSame(request, LeaseRequestJson::write, LeaseRequestJson::read);
    assertSame(request.withHold(null), LeaseRequestJson::write, LeaseRequestJson::read);
    for (Outcome outcome : outcomes()) {
      Settlement settlement = new Settlement(new TaskToken("t"), outcome);
      assertSame(settlement, SettlementJson::write, SettlementJson::read);
    }
  }

  private static List<Outcome> outcomes() {
    return List.of(
        Outcome.done(),
        Outcome.done("{}"),
        new Outcome.Done(BINARY),
        new Outcome.Retry(FAILURE, null),
        new Outcome.Retry(FAILURE, Duration.ofSeconds(2)),
        new Outcome.Fail(FAILURE),
        new Outcome.Reject(FAILURE),
        new Outcome.Snooze(Duration.ofHours(2)),
        new Outcome.Release());
  }

  @Test
  void answers_come_back() {
    Refused refused = new Refused(Code.LEASE_LOST, "gone");
    Enqueued enqueued = new Enqueued(ID, State.SCHEDULED, TIME, true);
    for (EnqueueResult one : List.of(enqueued, refused)) {
      assertSame(one, EnqueueResultJson::write, EnqueueResultJson::read);
    }
    for (SettleResult one : List.of(new Settled(State.DEAD), refused)) {
      assertSame(one, SettleResultJson::write, SettleResultJson::read);
    }
    for (ExtendResult one : List.of(new Extended(Duration.ofSeconds(5), true), refused)) {
      assertSame(one, ExtendResultJson::write, ExtendResultJson::read);
    }
    assertSame(new Published(3, 4), PublishResultJson::write, PublishResultJson::read);
    assertSame(new BulkResult(3, 4), BulkResultJson::write, BulkResultJson::read);
  }

  @Test
  void settings_of_queues_and_changes_of_them_come_back() {
    QueueSettings none = QueueSettings.NONE;
    QueueSettings all =
        new QueueSettings(
            Duration.ofSeconds(5), POLICY, Duration.ofMinutes(3), 1_000, Duration.ofDays(4));
    QueueSettings some = all.withDefaultRetry(RetryPolicy.never()).withMaxWaiting(null);
    for (QueueSettings before : List.of(none, some, all)) {
      assertSame(before, QueueSettingsJson::write, QueueSettingsJson::read);
      for (QueueSettings after : List.of(none, some, all)) {
        byte[] change = JsonOut.write(out -> QueueSettingsJson.writeChange(out, before, after));
        assertThat(JsonIn.<QueueSettings>read(change, in -> QueueSettingsJson.merge(in, before)))
            .isEqualTo(after);
      }
    }
  }

  @Test
  void history_and_events_come_back() {
    Attempt running = new Attempt(1, "w", TIME, null, null, null);
    Attempt over = new Attempt(2, "w", TIME, TIME, Attempt.Ending.CRASHED, FAILURE);
    assertSame(running, AttemptJson::write, AttemptJson::read);
    assertSame(over, AttemptJson::write, AttemptJson::read);
    NewEvent said = new NewEvent(7, "line", TIME, Payload.of("\"x\""));
    assertSame(said, NewEventJson::write, NewEventJson::read);
    assertSame(new NewEvent(0, "x", null, BINARY), NewEventJson::write, NewEventJson::read);
    JobEvent stored = new JobEvent(ID, 2, 9, "line", TIME, Payload.of("{\"n\":1}"));
    assertSame(stored, JobEventJson::write, JobEventJson::read);
  }

  @Test
  void queues_filters_pages_and_problems_come_back() {
    QueueStats stats = new QueueStats("q", true, 1, 2, 3, 4, Duration.ofMillis(5));
    assertSame(stats, QueueStatsJson::write, QueueStatsJson::read);
    assertSame(JobFilter.ALL, JobFilterJson::write, JobFilterJson::read);
    JobFilter filter =
        JobFilter.ALL.withQueue("q").withStates(State.DEAD, State.FAILED).withTag("t");
    assertSame(filter.withCreated(TIME, TIME), JobFilterJson::write, JobFilterJson::read);
    Page<QueueStats> page = new Page<>(List.of(stats, stats), "next");
    Shape shape = PageJson.of(QueueStatsJson.SHAPE);
    assertSame(
        page,
        (out, one) -> PageJson.write(out, one, QueueStatsJson::write),
        in -> PageJson.read(in, shape, QueueStatsJson::read));
    FieldError error = new FieldError("/jobs/3/delay", "wrong_type", "must be a text");
    Problem problem = new Problem(400, "invalid_argument", "no", "abc", true, List.of(error));
    assertSame(problem, ProblemJson::write, ProblemJson::read);
  }

  private static Job waiting() {
    return new Job(ID, "default", TIME, FULL, progress(State.QUEUED, null, null));
  }

  private static Job ended(Payload result) {
    return new Job(ID, "default", TIME, PLAIN, progress(State.COMPLETED, result, FAILURE));
  }

  private static Job.Progress progress(
      State state,
      @org.jspecify.annotations.Nullable Payload result,
      @org.jspecify.annotations.Nullable Failure failure) {
    return new Job.Progress(
        state, 3, 1, 2, 1, TIME, TIME, true, "worker-1", TIME.plusSeconds(30), result, failure);
  }

  private static <T> void assertSame(T one, JsonOut.Fields<T> write, Function<JsonIn, T> read) {
    assertSame(Encoding.JSON, one, write, read);
  }

  private static <T> void assertSame(
      Encoding encoding, T one, JsonOut.Fields<T> write, Function<JsonIn, T> read) {
    byte[] bytes = JsonOut.write(encoding, out -> write.write(out, one));
    assertThat(JsonIn.read(bytes, read)).isEqualTo(one);
  }
}
