package dev.waybill.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Attempt;
import dev.waybill.Code;
import dev.waybill.EventCursor;
import dev.waybill.Job;
import dev.waybill.JobEvent;
import dev.waybill.JobFilter;
import dev.waybill.JobId;
import dev.waybill.Lease;
import dev.waybill.LeaseRequest;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.Page;
import dev.waybill.Payload;
import dev.waybill.QueueStats;
import dev.waybill.RetryPolicy;
import dev.waybill.Settlement;
import dev.waybill.State;
import dev.waybill.TaskToken;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.conformance.Promise;
import dev.waybill.conformance.Seed;
import dev.waybill.result.Changed;
import dev.waybill.result.EnqueueResult;
import dev.waybill.result.Enqueued;
import dev.waybill.result.Refused;
import dev.waybill.result.Settled;
import dev.waybill.settings.Settings;
import dev.waybill.worker.Worker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The library as a program uses it: engine, worker and embedded store together.
@Timeout(180)
class EmbeddedLibraryTest {

  @TempDir Path folder;
  private Waybill waybill;

  @BeforeEach
  void open() {
    waybill = Waybill.open(folder);
  }

  @AfterEach
  void close() {
    waybill.close();
  }

  private void reopen() {
    waybill.close();
    open();
  }

  @Test
  @Promise({"E1", "E2"})
  @Seed("S4.10")
  void a_job_and_its_request_id_survive_reopening() {
    NewJob asked = NewJob.builder("mail").payload("Ada").requestId("r-1").tags("a", "b").build();
    Enqueued first = waybill.enqueue(asked);
    reopen();
    Enqueued again = waybill.enqueue(asked);
    assertThat(again.id()).isEqualTo(first.id());
    assertThat(again.duplicate()).isTrue();
    assertThat(waybill.find(first.id()).orElseThrow().request()).isEqualTo(asked);
  }

  @Test
  @Promise("X1")
  void one_invalid_job_does_not_affect_the_others_and_stores_nothing() {
    List<EnqueueResult> answers =
        waybill.enqueueAll(
            List.of(
                NewJob.of("good", ""),
                NewJob.of("not a name!", ""),
                NewJob.builder("late").delay(Duration.ofSeconds(-1)).build(),
                NewJob.of("good", "")));
    assertThat(answers)
        .extracting(Object::getClass)
        .containsExactly(Enqueued.class, Refused.class, Refused.class, Enqueued.class);
    assertThat(((Refused) answers.get(1)).code()).isEqualTo(Code.INVALID_NAME);
    assertThat(((Refused) answers.get(2)).code()).isEqualTo(Code.INVALID_DELAY);
    assertThat(waybill.list(JobFilter.ALL, Page.Request.FIRST).items()).hasSize(2);
  }

  @Test
  @Promise("X1")
  void an_unknown_type_is_refused_if_types_are_declared() {
    waybill.close();
    Settings settings =
        Settings.DEFAULT.withType("mail", Settings.TypeSettings.DEFAULT).withOnlyKnownTypes();
    waybill = Waybill.open(folder, settings);
    assertThatThrownBy(() -> waybill.enqueue(NewJob.of("male", "")))
        .isInstanceOfSatisfying(
            WaybillException.class, e -> assertThat(e.code()).isEqualTo(Code.UNKNOWN_TYPE))
        .hasMessageContaining("mail");
    assertThat(waybill.enqueue(NewJob.of("mail", "")).state()).isEqualTo(State.QUEUED);
  }

  @Test
  @Promise("E1")
  @Seed("S4.27")
  void a_large_payload_and_result_survive_reopening() {
    byte[] large = new byte[3 << 20];
    new Random(1).nextBytes(large);
    JobId id = waybill.enqueue(NewJob.of("big", Payload.of(large))).id();
    reopen();
    Lease lease = lease("default");
    assertThat(lease.job().payload().bytes()).isEqualTo(large);
    waybill.settle(lease.token(), new Outcome.Done(Payload.of(large)));
    reopen();
    assertThat(waybill.find(id).orElseThrow().result().orElseThrow().bytes()).isEqualTo(large);
  }

  @Test
  @Promise("X1")
  void the_error_for_a_payload_beyond_the_limit_has_its_size_and_the_limit() {
    assertThatThrownBy(() -> waybill.enqueue(NewJob.of("big", Payload.of(new byte[17 << 20]))))
        .isInstanceOfSatisfying(
            WaybillException.class, e -> assertThat(e.code()).isEqualTo(Code.PAYLOAD_TOO_LARGE))
        .hasMessageContaining(Integer.toString(17 << 20))
        .hasMessageContaining(Integer.toString(16 << 20));
  }

  @Test
  @Promise("L2")
  @Seed("S4.7")
  void a_token_is_valid_after_reopening_and_for_its_own_attempt_only() {
    JobId id = waybill.enqueue(NewJob.of("mail", "")).id();
    TaskToken token = lease("default").token();
    reopen();
    assertThat(waybill.settle(token, new Outcome.Release())).isEqualTo(new Settled(State.QUEUED));
    Lease second = lease("default");
    assertThat(code(waybill.settle(token, Outcome.done()))).isEqualTo(Code.LEASE_LOST);
    TaskToken forged = new TaskToken(second.token().value().replaceFirst(".$", "!"));
    assertThat(code(waybill.settle(forged, Outcome.done()))).isEqualTo(Code.INVALID_TOKEN);
    assertThat(code(waybill.tenant("other").settle(second.token(), Outcome.done())))
        .isEqualTo(Code.INVALID_TOKEN);
    assertThat(waybill.find(id).orElseThrow().state()).isEqualTo(State.RUNNING);
  }

  @Test
  @Promise("X1")
  void a_cursor_of_another_query_is_refused() {
    waybill.enqueueAll(List.of(NewJob.of("a", ""), NewJob.of("a", ""), NewJob.of("b", "")));
    String cursor = waybill.list(JobFilter.ALL, Page.Request.first(1)).nextCursor();
    assertThat(cursor).isNotNull();
    Page.Request elsewhere = new Page.Request(1, cursor);
    assertThatThrownBy(() -> waybill.list(JobFilter.ALL.withType("a"), elsewhere))
        .isInstanceOfSatisfying(
            WaybillException.class, e -> assertThat(e.code()).isEqualTo(Code.INVALID_CURSOR));
    assertThat(waybill.list(JobFilter.ALL, elsewhere).items()).hasSize(1);
  }

  @Test
  @Promise("S3")
  void cancelling_a_running_job_notifies_its_handler() throws InterruptedException {
    CountDownLatch started = new CountDownLatch(1);
    CountDownLatch never = new CountDownLatch(1);
    try (Worker _ =
        Worker.builder(waybill)
            .handle(
                "slow",
                _ -> {
                  started.countDown();
                  never.await();
                  return Outcome.done();
                })
            .start()) {
      JobId id = waybill.enqueue(NewJob.of("slow", "")).id();
      started.await();
      assertThat(waybill.cancel(id)).isInstanceOf(Changed.class);
      awaitEnd(id);
      assertThat(waybill.find(id).orElseThrow().state()).isEqualTo(State.CANCELLED);
    }
  }

  @Test
  @Promise({"L3", "D1", "S2"})
  void a_failing_job_is_dead_with_all_its_errors_and_can_be_redriven() {
    RetryPolicy quick =
        RetryPolicy.DEFAULT.withDelays(Duration.ofMillis(1), 1, Duration.ofMillis(1));
    JobId id = waybill.enqueue(NewJob.builder("bad").payload("x").retry(quick).build()).id();
    try (Worker _ =
        Worker.builder(waybill)
            .handle(
                "bad",
                task -> {
                  if (task.job().progress().generation() == 0) {
                    throw new IllegalStateException("no " + task.attempt());
                  }
                  return Outcome.done("at last");
                })
            .start()) {
      awaitEnd(id);
      assertThat(waybill.find(id).orElseThrow().state()).isEqualTo(State.DEAD);
      assertThat(waybill.attempts(id)).hasSize(3).extracting(Attempt::failure).doesNotContainNull();
      assertThat(waybill.redriveAll(JobFilter.ALL).changed()).isEqualTo(1);
      assertThat(waybill.redriveAll(JobFilter.ALL).changed()).isZero();
      awaitEnd(id);
    }
    Job done = waybill.find(id).orElseThrow();
    assertThat(done.result()).contains(Payload.of("at last"));
    assertThat(done.progress().generation()).isEqualTo(1);
    assertThat(waybill.attempts(id)).hasSize(4);
  }

  @Test
  void a_paused_queue_is_counted_and_runs_when_it_is_resumed() {
    waybill.pause("q");
    waybill.enqueue(NewJob.builder("t").queue("q").build());
    waybill.enqueue(NewJob.builder("t").queue("q").delay(Duration.ofDays(4000)).build());
    assertThat(waybill.lease(LeaseRequest.of("q", "w"))).isEmpty();
    QueueStats stats = waybill.stats("q");
    assertThat(stats.paused()).isTrue();
    assertThat(stats.waiting()).isEqualTo(1);
    assertThat(stats.scheduled()).isEqualTo(1);
    waybill.resume("q");
    assertThat(waybill.lease(LeaseRequest.of("q", "w"))).hasSize(1);
  }

  @Test
  @Promise("V1")
  @Seed("S4.17")
  void events_are_followed_from_the_first_to_the_last() {
    JobId id = waybill.enqueue(NewJob.of("talk", "")).id();
    List<String> heard = new ArrayList<>();
    try (Worker _ =
        Worker.builder(waybill)
            .handle(
                "talk",
                task -> {
                  for (int i = 0; i < 100; i++) {
                    task.publish("line", "line " + i);
                  }
                  return Outcome.done();
                })
            .start()) {
      for (JobEvent event : waybill.follow(id, EventCursor.START)) {
        heard.add(event.data().text());
      }
    }
    assertThat(heard).hasSize(100).startsWith("line 0", "line 1").endsWith("line 99");
    assertThat(waybill.events(id, new EventCursor(1, 97), 10)).hasSize(2);
  }

  @Test
  @Promise("T1")
  void another_tenant_sees_no_jobs() {
    JobId id = waybill.enqueue(NewJob.of("mail", "")).id();
    Waybill other = waybill.tenant("other");
    assertThat(other.find(id)).isEmpty();
    assertThat(other.list(JobFilter.ALL, Page.Request.FIRST).items()).isEmpty();
    assertThat(((Refused) other.cancel(id)).code()).isEqualTo(Code.NOT_FOUND);
  }

  private Lease lease(String queue) {
    return waybill.lease(LeaseRequest.of(queue, "w")).getFirst();
  }

  private Code code(Object answer) {
    return ((Refused) answer).code();
  }

  /// Following the events of a job ends when the job has finished.
  private void awaitEnd(JobId id) {
    waybill.follow(id, EventCursor.START).forEach(_ -> {});
  }

  @Test
  void settling_many_attempts_has_one_result_each() {
    waybill.enqueueAll(List.of(NewJob.of("a", ""), NewJob.of("a", "")));
    List<Lease> leases = waybill.lease(LeaseRequest.of("default", "w").withMax(2));
    List<Settlement> words =
        List.of(
            new Settlement(leases.get(0).token(), Outcome.done()),
            new Settlement(new TaskToken("nonsense"), Outcome.done()),
            new Settlement(leases.get(1).token(), Outcome.fail("no")));
    assertThat(waybill.settle(words))
        .extracting(answer -> answer instanceof Settled settled ? settled.state() : null)
        .containsExactly(State.COMPLETED, null, State.FAILED);
  }
}
