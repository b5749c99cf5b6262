package dev.waybill.client;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.Attempt;
import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.JobFilter;
import dev.waybill.JobId;
import dev.waybill.JobText;
import dev.waybill.Lease;
import dev.waybill.LeaseRequest;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.Page;
import dev.waybill.Payload;
import dev.waybill.Priority;
import dev.waybill.RetryPolicy;
import dev.waybill.State;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.result.BulkResult;
import dev.waybill.result.Changed;
import dev.waybill.result.EnqueueResult;
import dev.waybill.result.Enqueued;
import dev.waybill.result.Refused;
import dev.waybill.settings.QueueSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// All calls that are not for workers behave as in process.
@Timeout(180)
final class RemoteWaybillTest {

  private static final JobId NOBODY = new JobId(1, 2);

  private @TempDir Path folder;
  private Served served;
  private Waybill remote;
  private Waybill near;

  @BeforeEach
  void connect() {
    served = Served.in(folder);
    remote = served.connect();
    near = served.store();
  }

  @AfterEach
  void close() {
    remote.close();
    served.close();
  }

  @Test
  void info_returns_the_version_and_the_capabilities() {
    assertThat(remote.info()).isEqualTo(served.store().info());
  }

  @Test
  void a_job_is_the_same_as_in_process() {
    NewJob.Builder everything =
        NewJob.builder("some.type")
            .queue("q")
            .payload(Payload.of(new byte[] {0, -1}))
            .priority(Priority.HIGH)
            .tags("a b", "c")
            .delay(Duration.ofHours(1))
            .deadline(Instant.parse("2099-01-01T00:00:00Z"))
            .timeout(Duration.ofMinutes(3))
            .retry(RetryPolicy.never());
    for (JobText text : JobText.values()) {
      text.set(everything, "my \"own\" " + text.field() + ", ü");
    }
    everything.traceContext("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
    NewJob wanted = everything.build();
    Enqueued enqueued = remote.enqueue(wanted);
    assertThat(enqueued.duplicate()).isFalse();
    Job far = remote.find(enqueued.id()).orElseThrow();
    assertThat(far).isEqualTo(near.find(enqueued.id()).orElseThrow());
    assertThat(far.request()).isEqualTo(wanted);
    assertThat(remote.enqueue(wanted).duplicate()).isTrue();
    assertFails(Code.REQUEST_ID_CONFLICT, () -> remote.enqueue(other(wanted)));
  }

  private static NewJob other(NewJob job) {
    return job.toBuilder().payload("other").build();
  }

  @Test
  void invalid_jobs_of_a_batch_do_not_affect_the_others() {
    List<EnqueueResult> answers =
        remote.enqueueAll(
            List.of(
                NewJob.of("a", "1"),
                NewJob.of("not a name", "2"),
                NewJob.builder("c").correlationId("lone \uD800 surrogate").build(),
                NewJob.builder("d").tags("nul \0").build(),
                NewJob.of("e", "5")));
    assertThat(answers).hasSize(5);
    assertThat(answers.get(0)).isInstanceOf(Enqueued.class);
    assertRefused(Code.INVALID_NAME, answers.get(1));
    assertRefused(Code.INVALID_ARGUMENT, answers.get(2));
    assertRefused(Code.INVALID_ARGUMENT, answers.get(3));
    assertThat(answers.get(4)).isInstanceOf(Enqueued.class);
    assertThat(near.list(JobFilter.ALL, Page.Request.FIRST).items()).hasSize(2);
  }

  @Test
  void a_batch_larger_than_one_body_is_enqueued_in_order() {
    String large = "x".repeat(1_000_000);
    List<NewJob> jobs =
        IntStream.range(0, 40)
            .mapToObj(i -> NewJob.builder("large").payload(i + large).tags("n" + i).build())
            .toList();
    List<EnqueueResult> answers = remote.enqueueAll(jobs);
    assertThat(answers).hasSize(40);
    for (int i = 0; i < answers.size(); i++) {
      JobId id = ((Enqueued) answers.get(i)).id();
      assertThat(near.find(id).orElseThrow().tags()).containsExactly("n" + i);
    }
  }

  @Test
  void an_empty_batch_is_allowed_and_too_many_jobs_are_refused() {
    assertThat(remote.enqueueAll(List.of())).isEmpty();
    List<NewJob> many = Collections.nCopies(10_001, NewJob.of("a", ""));
    WaybillException far = assertFails(Code.TOO_MANY_ITEMS, () -> remote.enqueueAll(many));
    WaybillException close = assertFails(Code.TOO_MANY_ITEMS, () -> near.enqueueAll(many));
    assertThat(far).hasMessage(close.getMessage());
  }

  @Test
  void jobs_are_found_by_words() {
    near.enqueue(NewJob.of("other", "nothing"));
    JobId id = near.enqueue(NewJob.of("a", "{\"to\":\"Grace Hopper\"}")).id();
    JobFilter words = JobFilter.ALL.withWords("\"grace hopper\" to");
    eventually(
        () ->
            assertThat(remote.list(words, Page.Request.FIRST).items())
                .extracting(Job::id)
                .containsExactly(id));
  }

  @Test
  void refusals_are_the_same_as_in_process() {
    assertSameRefusal(waybill -> waybill.enqueue(NewJob.of("not a name", "")));
    assertSameRefusal(waybill -> waybill.attempts(NOBODY));
    assertSameRefusal(waybill -> waybill.stats("not a queue"));
    assertSameRefusal(waybill -> waybill.list(JobFilter.ALL, new Page.Request(0, null)));
    assertSameRefusal(waybill -> waybill.list(JobFilter.ALL, new Page.Request(5, "no cursor")));
    assertSameRefusal(waybill -> waybill.lease(LeaseRequest.of("q", "w").withMax(0)));
    assertThat(remote.cancel(NOBODY)).isEqualTo(near.cancel(NOBODY));
    JobId waiting = remote.enqueue(NewJob.of("a", "")).id();
    assertThat(remote.redrive(waiting)).isEqualTo(near.redrive(waiting));
  }

  private interface Asking {
    Object ask(Waybill waybill);
  }

  private void assertSameRefusal(Asking asking) {
    WaybillException far = catchThrowableOfType(WaybillException.class, () -> asking.ask(remote));
    WaybillException close = catchThrowableOfType(WaybillException.class, () -> asking.ask(near));
    assertThat(far.code()).isEqualTo(close.code());
    assertThat(far).hasMessage(close.getMessage());
  }

  @Test
  void missing_jobs_are_not_found() {
    assertThat(remote.find(NOBODY)).isEmpty();
    assertFails(Code.NOT_FOUND, () -> remote.events(NOBODY, dev.waybill.EventCursor.START, 1));
    assertFails(Code.NOT_FOUND, () -> remote.follow(NOBODY, dev.waybill.EventCursor.START));
  }

  @Test
  void jobs_are_listed_by_filter_in_pages() {
    List<NewJob> jobs =
        IntStream.range(0, 7)
            .mapToObj(i -> NewJob.builder("t" + i % 2).queue("q").tags("ü&=x").build())
            .toList();
    remote.enqueueAll(jobs);
    JobFilter filter =
        JobFilter.ALL.withQueue("q").withType("t0").withTag("ü&=x").withStates(State.QUEUED);
    List<Job> found = new ArrayList<>();
    Page<Job> page = remote.list(filter, Page.Request.first(3));
    found.addAll(page.items());
    while (page.nextCursor() != null) {
      page = remote.list(filter, Page.Request.first(3).next(page.nextCursor()));
      found.addAll(page.items());
    }
    assertThat(found).isEqualTo(near.list(filter, Page.Request.first(10)).items()).hasSize(4);
    assertThat(remote.list(filter.withStates(java.util.Set.of()), Page.Request.FIRST).items())
        .isEmpty();
  }

  @Test
  void a_job_is_canceled_retried_and_redriven() {
    JobId id = remote.enqueue(NewJob.builder("t").retry(RetryPolicy.never()).build()).id();
    assertThat(changed(remote.cancel(id)).state()).isEqualTo(State.CANCELLED);
    assertThat(changed(remote.retry(id)).state()).isEqualTo(State.QUEUED);
    Lease lease = remote.lease(LeaseRequest.of("default", "w")).getFirst();
    remote.settle(lease.token(), Outcome.retry("no"));
    assertThat(changed(remote.redrive(id)).progress().generation()).isEqualTo(2);
    assertThat(remote.attempts(id)).isEqualTo(near.attempts(id)).hasSize(1);
    assertThat(remote.attempts(id).getFirst().ending()).isEqualTo(Attempt.Ending.ERROR);
  }

  private static Job changed(Object answer) {
    return ((Changed) answer).job();
  }

  static List<JobText> texts() {
    return JobText.FILTERS;
  }

  @ParameterizedTest
  @MethodSource("texts")
  void a_job_is_found_by_each_text_field_and_deleted(JobText text) {
    remote.enqueue(NewJob.builder("t").build());
    NewJob.Builder job = NewJob.builder("t");
    text.set(job, "r/1 &ü");
    JobId id = remote.enqueue(job.build()).id();
    JobFilter byText = JobFilter.ALL.withText(text, "r/1 &ü");
    assertThat(remote.list(byText, Page.Request.FIRST).items())
        .extracting(Job::id)
        .containsExactly(id);
    remote.delete(id);
    assertThat(near.find(id)).isEmpty();
    assertThat(remote.list(byText, Page.Request.FIRST).items()).isEmpty();
    assertFails(Code.NOT_FOUND, () -> remote.delete(id));
    Lease lease = remote.lease(LeaseRequest.of("default", "w")).getFirst();
    assertFails(Code.WRONG_STATE, () -> remote.delete(lease.job().id()));
  }

  @Test
  void many_jobs_are_changed_by_filter_and_counted() {
    remote.enqueueAll(Collections.nCopies(700, NewJob.builder("t").queue("q").build()));
    JobFilter all = JobFilter.ALL.withQueue("q");
    assertThat(remote.cancelAll(all)).isEqualTo(new BulkResult(700, 0));
    assertThat(remote.retryAll(all)).isEqualTo(new BulkResult(700, 0));
    assertThat(remote.redriveAll(all)).isEqualTo(new BulkResult(0, 0));
    assertThat(near.stats("q").waiting()).isEqualTo(700);
    assertFails(Code.INVALID_NAME, () -> remote.cancelAll(JobFilter.ALL.withQueue("not a queue")));
  }

  @Test
  void queues_are_paused_resumed_and_counted() {
    remote.enqueue(NewJob.builder("t").queue("q:1").build());
    remote.pause("q:1");
    assertThat(remote.stats("q:1").paused()).isTrue();
    assertThat(remote.lease(LeaseRequest.of("q:1", "w"))).isEmpty();
    remote.resume("q:1");
    assertThat(remote.stats()).extracting(dev.waybill.QueueStats::queue).containsExactly("q:1");
    assertThat(remote.stats("q:1").waiting()).isEqualTo(1);
  }

  @Test
  void queue_settings_are_the_same_as_in_process() {
    RetryPolicy twice = RetryPolicy.DEFAULT.withMaxErrors(2);
    QueueSettings set =
        new QueueSettings(Duration.ofMinutes(5), twice, null, 10, Duration.ofDays(14));
    remote.setQueueSettings("q:1", set);
    assertThat(near.queueSettings("q:1")).isEqualTo(set).isEqualTo(remote.queueSettings("q:1"));
    QueueSettings changed =
        remote.changeQueueSettings(
            "q:1",
            before -> {
              near.changeQueueSettings("q:1", now -> now.withMaxWaiting(20));
              return before.withDefaultLeaseDuration(null).withDefaultTimeout(Duration.ofHours(1));
            });
    assertThat(changed)
        .isEqualTo(new QueueSettings(null, twice, Duration.ofHours(1), 20, Duration.ofDays(14)))
        .isEqualTo(near.queueSettings("q:1"));
    assertSameRefusal(waybill -> waybill.queueSettings("not a queue"));
  }

  @Test
  void the_queue_determines_the_default_lease_duration() {
    near.setQueueSettings(
        "default", QueueSettings.NONE.withDefaultLeaseDuration(Duration.ofMinutes(5)));
    remote.enqueue(NewJob.of("t", ""));
    Lease lease = remote.lease(LeaseRequest.of("default", "w")).getFirst();
    assertThat(lease.leaseDuration()).isEqualTo(Duration.ofMinutes(5));
    assertThat(remote.extend(List.of(lease.token()), null))
        .containsExactly(new dev.waybill.result.Extended(Duration.ofMinutes(5), false));
  }

  @Test
  void a_connection_is_limited_to_its_tenant() {
    assertThat(remote.tenant("default")).isSameAs(remote);
    assertFails(Code.INVALID_ARGUMENT, () -> remote.tenant("other"));
  }

  @Test
  void calls_after_closing_fail_with_closed() {
    remote.close();
    assertFails(Code.CLOSED, () -> remote.enqueue(NewJob.of("a", "")));
    remote.close();
  }

  @Test
  void closing_ends_waiting_calls() throws InterruptedException {
    List<Code> heard = Collections.synchronizedList(new ArrayList<>());
    LeaseRequest patient = LeaseRequest.of("q", "w").withPatience(Duration.ofMinutes(1));
    Thread waiting =
        Thread.startVirtualThread(
            () -> heard.add(assertFails(Code.CLOSED, () -> remote.lease(patient)).code()));
    dev.waybill.conformance.Eventually.eventually(
        () -> assertThat(waiting.getState()).isEqualTo(Thread.State.WAITING));
    remote.close();
    waiting.join();
    assertThat(heard).containsExactly(Code.CLOSED);
  }

  static WaybillException assertFails(Code code, ThrowingCallable call) {
    WaybillException thrown = catchThrowableOfType(WaybillException.class, call);
    assertThat(thrown).as("it fails").isNotNull();
    assertThat(thrown.code()).as(thrown.getMessage()).isEqualTo(code);
    return thrown;
  }

  private static void assertRefused(Code code, EnqueueResult answer) {
    assertThat(answer)
        .isInstanceOfSatisfying(
            Refused.class, refused -> assertThat(refused.code()).isEqualTo(code));
  }
}
