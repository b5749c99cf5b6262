package dev.waybill.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Attempt;
import dev.waybill.Code;
import dev.waybill.Failure;
import dev.waybill.Job;
import dev.waybill.JobEvent;
import dev.waybill.JobFilter;
import dev.waybill.JobId;
import dev.waybill.JobText;
import dev.waybill.Lease;
import dev.waybill.LeaseRequest;
import dev.waybill.NewEvent;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.Page;
import dev.waybill.Payload;
import dev.waybill.Priority;
import dev.waybill.QueueStats;
import dev.waybill.RetryPolicy;
import dev.waybill.Settlement;
import dev.waybill.State;
import dev.waybill.TaskToken;
import dev.waybill.result.BulkResult;
import dev.waybill.result.EnqueueResult;
import dev.waybill.result.Enqueued;
import dev.waybill.result.ExtendResult;
import dev.waybill.result.Extended;
import dev.waybill.result.FieldError;
import dev.waybill.result.Published;
import dev.waybill.result.Refused;
import dev.waybill.result.SettleResult;
import dev.waybill.result.Settled;
import dev.waybill.settings.QueueSettings;
import dev.waybill.wire.job.AttemptJson;
import dev.waybill.wire.job.BulkResultJson;
import dev.waybill.wire.job.EnqueueResultJson;
import dev.waybill.wire.job.ExtendResultJson;
import dev.waybill.wire.job.JobEventJson;
import dev.waybill.wire.job.JobFilterJson;
import dev.waybill.wire.job.JobJson;
import dev.waybill.wire.job.LeaseJson;
import dev.waybill.wire.job.LeaseRequestJson;
import dev.waybill.wire.job.NewEventJson;
import dev.waybill.wire.job.NewJobJson;
import dev.waybill.wire.job.PublishResultJson;
import dev.waybill.wire.job.QueueSettingsJson;
import dev.waybill.wire.job.QueueStatsJson;
import dev.waybill.wire.job.SettleResultJson;
import dev.waybill.wire.job.SettlementJson;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Encoding;
import dev.waybill.wire.json.JsonOut;
import dev.waybill.wire.json.PageJson;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Documents are read back as they were written.
final class RoundTripTest {

  private static final Instant TIME = Instant.parse("2026-11-15T12:00:00.123456Z");
  private static final JobId ID = JobId.parse("0190b5a2-7c1e-7000-8000-000000000001");
  private static final Failure FAILURE = new Failure("java.io.IOException", "no \"way\"\n", "at x");
  private static final RetryPolicy POLICY =
      RetryPolicy.DEFAULT.withMaxErrors(7).withDelays(Duration.ofMillis(1500), 1.5, Duration.ZERO);
  private static final Payload BINARY = Payload.of(new byte[] {0, -1, 127, -128});

  private static final NewJob PLAIN = NewJob.of("mail.send", "");
  private static final NewJob FULL = full();

  private static NewJob full() {
    NewJob.Builder job =
        NewJob.builder("mail.send")
            .queue("mails")
            .payload("{\"to\" : \"Zoë 😀\"}")
            .priority(Priority.HIGH)
            .tags("a", "b")
            .delay(Duration.ofSeconds(90))
            .runAt(TIME)
            .deadline(TIME.plusSeconds(9))
            .timeout(Duration.ofMinutes(3))
            .retry(POLICY);
    for (JobText text : JobText.values()) {
      text.set(job, "some " + text.field());
    }
    return job.build();
  }

  @ParameterizedTest
  @EnumSource(Encoding.class)
  void new_jobs_round_trip(Encoding encoding) {
    assertSame(encoding, PLAIN, NewJobJson.DOCUMENT);
    assertSame(encoding, FULL, NewJobJson.DOCUMENT);
    assertSame(encoding, NewJob.of("t", BINARY), NewJobJson.DOCUMENT);
  }

  @ParameterizedTest
  @EnumSource(Encoding.class)
  void jobs_round_trip(Encoding encoding) {
    assertSame(encoding, waiting(), JobJson.DOCUMENT);
    assertSame(encoding, ended(BINARY), JobJson.DOCUMENT);
    assertSame(encoding, ended(Payload.empty()), JobJson.DOCUMENT);
    assertSame(encoding, ended(Payload.of("[1,2]")), JobJson.DOCUMENT);
  }

  @Test
  void leases_and_settlements_round_trip() {
    Lease lease = new Lease(waiting(), new TaskToken("abc"), Duration.ofSeconds(30));
    assertSame(lease, LeaseJson.DOCUMENT);
    LeaseRequest request = new LeaseRequest("q", "w", 5, Duration.ofMinutes(1), Duration.ofDays(1));
    assertSame(request, LeaseRequestJson.DOCUMENT);
    assertSame(request.withLeaseDuration(null), LeaseRequestJson.DOCUMENT);
    for (Outcome outcome : outcomes()) {
      Settlement settlement = new Settlement(new TaskToken("t"), outcome);
      assertSame(settlement, SettlementJson.DOCUMENT);
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
  void answers_round_trip() {
    Refused refused = new Refused(Code.LEASE_LOST, "gone");
    Enqueued enqueued = new Enqueued(ID, State.SCHEDULED, TIME, true);
    for (EnqueueResult one : List.of(enqueued, refused)) {
      assertSame(one, EnqueueResultJson.DOCUMENT);
    }
    for (SettleResult one : List.of(new Settled(State.DEAD), refused)) {
      assertSame(one, SettleResultJson.DOCUMENT);
    }
    for (ExtendResult one : List.of(new Extended(Duration.ofSeconds(5), true), refused)) {
      assertSame(one, ExtendResultJson.DOCUMENT);
    }
    assertSame(new Published(3, 4), PublishResultJson.DOCUMENT);
    assertSame(new BulkResult(3, 4), BulkResultJson.DOCUMENT);
  }

  @Test
  void settings_of_queues_and_patches_round_trip() {
    QueueSettings none = QueueSettings.NONE;
    QueueSettings all =
        new QueueSettings(
            Duration.ofSeconds(5), POLICY, Duration.ofMinutes(3), 1_000, Duration.ofDays(4));
    QueueSettings some = all.withDefaultRetry(RetryPolicy.never()).withMaxWaiting(null);
    for (QueueSettings before : List.of(none, some, all)) {
      assertSame(before, QueueSettingsJson.DOCUMENT);
      for (QueueSettings after : List.of(none, some, all)) {
        byte[] change = JsonOut.write(out -> QueueSettingsJson.DOCUMENT.change(out, before, after));
        assertThat(QueueSettingsJson.DOCUMENT.merge(change, before)).isEqualTo(after);
      }
    }
  }

  @Test
  void history_and_events_round_trip() {
    Attempt running = new Attempt(1, "w", TIME, null, null, null);
    Attempt over = new Attempt(2, "w", TIME, TIME, Attempt.Ending.CRASHED, FAILURE);
    assertSame(running, AttemptJson.DOCUMENT);
    assertSame(over, AttemptJson.DOCUMENT);
    NewEvent said = new NewEvent(7, "line", TIME, Payload.of("\"x\""));
    assertSame(said, NewEventJson.DOCUMENT);
    assertSame(new NewEvent(0, "x", null, BINARY), NewEventJson.DOCUMENT);
    JobEvent stored = new JobEvent(ID, 2, 9, "line", TIME, Payload.of("{\"n\":1}"));
    assertSame(stored, JobEventJson.DOCUMENT);
  }

  @Test
  void queues_filters_pages_and_problems_round_trip() {
    QueueStats stats =
        new QueueStats("q", true, new QueueStats.Counts(1, 2, 3, 4), Duration.ofMillis(5));
    assertSame(stats, QueueStatsJson.DOCUMENT);
    assertSame(JobFilter.ALL, JobFilterJson.DOCUMENT);
    JobFilter filter =
        JobFilter.ALL.withQueue("q").withStates(State.DEAD, State.FAILED).withTag("t");
    for (JobText text : JobText.FILTERS) {
      filter = filter.withText(text, "some " + text.field());
    }
    assertSame(filter.withCreated(TIME, TIME).withWords("a b"), JobFilterJson.DOCUMENT);
    Page<QueueStats> page = new Page<>(List.of(stats, stats), "next");
    assertSame(page, PageJson.of(QueueStatsJson.DOCUMENT));
    FieldError error = new FieldError("/jobs/3/delay", "wrong_type", "must be a text");
    Problem problem = new Problem(400, "invalid_argument", "no", "abc", true, List.of(error));
    assertSame(problem, ProblemJson.DOCUMENT);
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

  private static <T> void assertSame(T one, Document<T> document) {
    assertSame(Encoding.JSON, one, document);
  }

  private static <T> void assertSame(Encoding encoding, T one, Document<T> document) {
    assertThat(document.read(document.bytes(encoding, one))).isEqualTo(one);
  }
}
