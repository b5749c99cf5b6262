package dev.waybill.backend.aws.job;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.EventCursor;
import dev.waybill.Job;
import dev.waybill.JobEvent;
import dev.waybill.JobId;
import dev.waybill.NewEvent;
import dev.waybill.NewJob;
import dev.waybill.Payload;
import dev.waybill.conformance.Background;
import dev.waybill.conformance.job.Drafts;
import dev.waybill.engine.Transitions;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Draft;
import dev.waybill.spi.EventQuery;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.LeaseKey;
import dev.waybill.spi.LeaseQuery;
import dev.waybill.spi.QueueKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Two servers on the same tables and queues.
class TwoServersTest {

  private static final Duration LONG = Duration.ofMinutes(10);
  private static final Duration PATIENT = Duration.ofSeconds(25);

  private final JobsFixture fixture = new JobsFixture(Settings.DEFAULT);
  private final JobsFixture.Server one = fixture.server();
  private final JobsFixture.Server other = fixture.another();
  private final QueueKey queue = new QueueKey("t", "work");

  @AfterEach
  void close() {
    other.close();
    fixture.close();
  }

  private static Draft draft() {
    return Drafts.draft("t", NewJob.builder("x").queue("work").payload("p").build());
  }

  private LeaseQuery query(int max, Duration patience) {
    return new LeaseQuery(queue, "w", max, LONG, patience);
  }

  private static LeaseKey leaseOf(Job job) {
    return new LeaseKey(new JobKey(job.tenant(), job.id()), job.attempt());
  }

  @Test
  void a_message_wakes_a_lease_call_on_the_other_server() {
    Background<List<Job>> waiting =
        Background.of(() -> other.jobs.lease(query(1, PATIENT))).onceItWaits();
    Draft draft = draft();
    one.jobs.append(List.of(draft));
    assertThat(waiting.answer()).extracting(Job::id).containsExactly(draft.key().id());
  }

  @Test
  void a_job_that_was_never_sent_is_found_by_the_sweep_of_the_other_server() {
    Background<List<Job>> waiting =
        Background.of(() -> other.jobs.lease(query(1, PATIENT))).onceItWaits();
    one.jobs.holdMessages();
    Draft draft = draft();
    one.jobs.append(List.of(draft));
    fixture.crashAndReopen();
    fixture.elapse(JobItem.RESENT_AFTER);
    assertThat(waiting.answer()).extracting(Job::id).containsExactly(draft.key().id());
  }

  @Test
  void a_job_due_in_hours_is_sent_when_its_time_comes() {
    Draft draft =
        Drafts.draft("t", NewJob.builder("x").queue("work").delay(Duration.ofHours(13)).build());
    one.jobs.append(List.of(draft));
    Background<List<Job>> waiting =
        Background.of(() -> other.jobs.lease(query(1, PATIENT))).onceItWaits();
    fixture.elapse(Duration.ofHours(13));
    assertThat(waiting.answer()).extracting(Job::id).containsExactly(draft.key().id());
  }

  @Test
  void a_lease_of_a_day_is_held() {
    one.jobs.append(List.of(draft()));
    Duration day = Duration.ofDays(1);
    Job leased = one.jobs.lease(new LeaseQuery(queue, "w", 1, day, Duration.ZERO)).getFirst();
    fixture.elapse(Duration.ofHours(23));
    assertThat(other.jobs.overdue(10)).isEmpty();
    assertThat(other.jobs.lease(query(1, Duration.ZERO))).isEmpty();
    fixture.elapse(Duration.ofHours(1).plusMillis(1));
    assertThat(other.jobs.overdue(10)).extracting(Job::id).containsExactly(leased.id());
  }

  @Test
  void every_job_is_leased_by_one_of_them() {
    List<Draft> drafts = IntStream.range(0, 100).mapToObj(_ -> draft()).toList();
    one.jobs.append(drafts);
    AtomicInteger caller = new AtomicInteger();
    List<JobId> leased = new ArrayList<>();
    Background.together(6, () -> leaseAll((caller.incrementAndGet() % 2 == 0 ? one : other).jobs))
        .forEach(leased::addAll);
    assertThat(leased)
        .doesNotHaveDuplicates()
        .containsExactlyInAnyOrderElementsOf(drafts.stream().map(one -> one.key().id()).toList());
  }

  private List<JobId> leaseAll(AwsJobStore store) {
    List<JobId> mine = new ArrayList<>();
    for (List<Job> some = store.lease(query(4, Duration.ZERO));
        !some.isEmpty();
        some = store.lease(query(4, Duration.ZERO))) {
      some.forEach(job -> mine.add(job.id()));
    }
    return mine;
  }

  @Test
  void events_are_followed_on_the_other_server_until_the_end() {
    one.jobs.append(List.of(draft()));
    Job job = one.jobs.lease(query(1, Duration.ZERO)).getFirst();
    JobKey key = leaseOf(job).job();
    Background<List<JobEvent>> reader =
        Background.of(
                () -> other.jobs.read(new EventQuery(key, EventCursor.START, 10, PATIENT)).events())
            .onceItWaits();
    one.jobs.publish(leaseOf(job), List.of(NewEvent.of(1, "log", "a")));
    assertThat(reader.answer()).extracting(JobEvent::sequence).containsExactly(1L);
    Background<Boolean> end =
        Background.of(
                () ->
                    other
                        .jobs
                        .read(new EventQuery(key, new EventCursor(1, 1), 10, PATIENT))
                        .finished())
            .onceItWaits();
    one.jobs.apply(List.of(Transitions.completed(leaseOf(job), Payload.empty())));
    assertThat(end.answer()).isTrue();
  }

  @Test
  void a_pause_on_one_server_holds_on_the_other() {
    one.jobs.append(List.of(draft()));
    one.jobs.pause(queue, true);
    eventually(() -> assertThat(other.jobs.stats(queue).paused()).isTrue());
    assertThat(other.jobs.lease(query(1, Duration.ZERO))).isEmpty();
    one.jobs.pause(queue, false);
    eventually(() -> assertThat(other.jobs.lease(query(1, Duration.ZERO))).hasSize(1));
  }
}
