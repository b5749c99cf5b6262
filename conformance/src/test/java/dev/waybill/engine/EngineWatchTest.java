package dev.waybill.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Code;
import dev.waybill.EventCursor;
import dev.waybill.Job;
import dev.waybill.JobEvent;
import dev.waybill.JobFilter;
import dev.waybill.JobId;
import dev.waybill.Lease;
import dev.waybill.NewEvent;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.Page;
import dev.waybill.Payload;
import dev.waybill.QueueStats;
import dev.waybill.State;
import dev.waybill.conformance.Promise;
import dev.waybill.conformance.Seed;
import dev.waybill.result.Published;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class EngineWatchTest extends EngineTest {

  private static final JobId UNKNOWN = new JobId(1, 2);

  @Test
  @Seed({"S4.14", "S4.28"})
  void pages_contain_all_jobs_newest_first() {
    List<JobId> ids = new ArrayList<>();
    IntStream.range(0, 25).forEach(_ -> ids.addFirst(enqueue()));
    List<JobId> seen = new ArrayList<>();
    Page.Request next = Page.Request.first(10);
    Page<Job> page = engine.list(JobFilter.ALL, next);
    page.items().forEach(job -> seen.add(job.id()));
    while (page.nextCursor() != null) {
      page = engine.list(JobFilter.ALL, next.next(page.nextCursor()));
      page.items().forEach(job -> seen.add(job.id()));
    }
    assertThat(seen).isEqualTo(ids);
  }

  @Test
  void a_page_of_large_jobs_is_shorter_and_no_job_is_left_out() {
    Payload large = Payload.of(new byte[6 * 1024 * 1024]);
    List<JobId> ids = new ArrayList<>();
    IntStream.range(0, 5)
        .forEach(_ -> ids.addFirst(enqueue(NewJob.builder("type").payload(large))));
    Page<Job> first = engine.list(JobFilter.ALL, Page.Request.first(10));
    String cursor = Objects.requireNonNull(first.nextCursor());
    Page<Job> second = engine.list(JobFilter.ALL, new Page.Request(10, cursor));
    cursor = Objects.requireNonNull(second.nextCursor());
    Page<Job> third = engine.list(JobFilter.ALL, new Page.Request(10, cursor));
    assertThat(first.items()).extracting(Job::id).isEqualTo(ids.subList(0, 2));
    assertThat(second.items()).extracting(Job::id).isEqualTo(ids.subList(2, 4));
    assertThat(third.items()).extracting(Job::id).isEqualTo(ids.subList(4, 5));
    assertThat(third.nextCursor()).isNull();
  }

  @Test
  @Promise({"T1", "X1"})
  void a_cursor_is_valid_only_for_its_own_query() {
    IntStream.range(0, 3).forEach(_ -> enqueue());
    String cursor =
        Objects.requireNonNull(engine.list(JobFilter.ALL, Page.Request.first(1)).nextCursor());
    Page.Request next = new Page.Request(1, cursor);
    assertThrows(Code.INVALID_CURSOR, () -> engine.tenant("other").list(JobFilter.ALL, next));
    assertThrows(Code.INVALID_CURSOR, () -> engine.list(JobFilter.ALL.withType("type"), next));
    assertThrows(
        Code.INVALID_CURSOR, () -> engine.list(JobFilter.ALL, new Page.Request(1, "garbage")));
    assertThrows(Code.INVALID_ARGUMENT, () -> engine.list(JobFilter.ALL, Page.Request.first(0)));
  }

  @Test
  void no_job_of_a_paused_queue_is_leased_until_it_is_resumed() {
    enqueue();
    engine.pause("default");
    assertThat(leaseAll()).isEmpty();
    assertThat(engine.stats("default").paused()).isTrue();
    engine.resume("default");
    assertThat(leaseAll()).hasSize(1);
    assertThat(engine.stats()).extracting(QueueStats::running).containsExactly(1L);
    assertThrows(Code.INVALID_NAME, () -> engine.pause("no good"));
    assertThrows(Code.INVALID_NAME, () -> engine.stats("no good"));
  }

  @Test
  @Promise("V1")
  void publishing_is_idempotent_and_events_are_read_in_order() {
    JobId id = enqueue();
    Lease lease = lease();
    assertThat(engine.publish(lease.token(), events(0, 5))).isEqualTo(new Published(5, 0));
    assertThat(engine.publish(lease.token(), events(3, 7))).isEqualTo(new Published(2, 2));
    assertThat(engine.events(id, EventCursor.START, 100))
        .extracting(JobEvent::sequence)
        .containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L);
    assertThat(engine.events(id, new EventCursor(1, 4), 1))
        .extracting(JobEvent::sequence)
        .containsExactly(5L);
  }

  @Test
  @Promise("L2")
  void publishing_after_the_lease_is_refused() {
    JobId id = enqueue();
    Lease lease = lease();
    engine.settle(lease.token(), Outcome.done());
    assertThat(engine.publish(lease.token(), events(0, 1))).isEqualTo(Leasing.LOST);
    assertThat(engine.events(id, EventCursor.START, 10)).isEmpty();
  }

  @Test
  @Promise({"V1", "V2"})
  void following_continues_from_stored_to_new_events_without_gaps_or_repeats()
      throws InterruptedException {
    JobId id = enqueue();
    Lease lease = lease();
    engine.publish(lease.token(), events(0, 600));
    Iterator<JobEvent> tail = engine.follow(id, new EventCursor(1, 9)).iterator();
    List<Long> seen = new ArrayList<>();
    IntStream.range(0, 590).forEach(_ -> seen.add(tail.next().sequence()));
    Thread worker =
        Thread.startVirtualThread(
            () -> {
              for (int n = 600; n < 1_000; n += 7) {
                engine.publish(lease.token(), events(n, Math.min(1_000, n + 7)));
              }
              engine.settle(lease.token(), Outcome.done());
            });
    tail.forEachRemaining(event -> seen.add(event.sequence()));
    worker.join();
    assertThat(seen).isEqualTo(LongStream.range(10, 1_000).boxed().toList());
    Assertions.assertThatThrownBy(tail::next).isInstanceOf(NoSuchElementException.class);
  }

  @Test
  void following_a_finished_job_ends_after_its_events() {
    JobId id = enqueue();
    Lease lease = lease();
    engine.publish(lease.token(), events(0, 600));
    engine.settle(lease.token(), Outcome.done());
    assertThat(engine.follow(id, EventCursor.START)).hasSize(600);
    assertThat(engine.follow(id, new EventCursor(1, 599))).isEmpty();
  }

  @Test
  void an_unknown_job_is_not_found() {
    assertThat(engine.find(UNKNOWN)).isEmpty();
    assertThrows(Code.NOT_FOUND, () -> engine.follow(UNKNOWN, EventCursor.START));
    assertThrows(Code.NOT_FOUND, () -> engine.events(UNKNOWN, EventCursor.START, 1));
    assertThrows(Code.NOT_FOUND, () -> engine.attempts(UNKNOWN));
  }

  @Test
  @Promise("T1")
  void tenants_cannot_see_each_others_data() {
    JobId id = enqueue(NewJob.builder("type").requestId("mine"));
    Lease lease = lease();
    engine.publish(lease.token(), events(0, 1));
    var other = engine.tenant("other");
    assertThat(other.find(id)).isEmpty();
    assertThat(other.list(JobFilter.ALL, Page.Request.FIRST).items()).isEmpty();
    assertThat(other.stats()).isEmpty();
    assertThat(other.lease(REQUEST)).isEmpty();
    assertThrows(Code.NOT_FOUND, () -> other.events(id, EventCursor.START, 1));
    assertThrows(Code.NOT_FOUND, () -> other.follow(id, EventCursor.START));
    assertThrows(Code.NOT_FOUND, () -> other.attempts(id));
    JobId theirs = other.enqueue(NewJob.builder("type").requestId("mine").build()).id();
    assertThat(theirs).isNotEqualTo(id);
    assertThat(engine.find(theirs)).isEmpty();
  }

  @Test
  void closing_the_view_of_a_tenant_closes_nothing() {
    engine.tenant("other").close();
    assertThat(find(enqueue()).state()).isEqualTo(State.QUEUED);
    engine.close();
    assertThrows(Code.CLOSED, this::enqueue);
  }

  @Test
  void a_lease_call_waits_for_a_job() throws InterruptedException {
    List<Lease> got = new ArrayList<>();
    Thread waiting =
        Thread.startVirtualThread(
            () -> got.addAll(engine.lease(REQUEST.withPatience(Duration.ofSeconds(30)))));
    JobId id = enqueue();
    waiting.join();
    assertThat(got).extracting(lease -> lease.job().id()).containsExactly(id);
  }

  private static List<NewEvent> events(int from, int to) {
    return IntStream.range(from, to).mapToObj(n -> NewEvent.of(n, "step", "e" + n)).toList();
  }
}
