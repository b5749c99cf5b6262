package dev.waybill.backend.nats;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.EventCursor;
import dev.waybill.Job;
import dev.waybill.JobEvent;
import dev.waybill.JobFilter;
import dev.waybill.JobId;
import dev.waybill.NewEvent;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.Payload;
import dev.waybill.RetryPolicy;
import dev.waybill.State;
import dev.waybill.conformance.Promise;
import dev.waybill.conformance.job.Drafts;
import dev.waybill.engine.Transitions;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Appended;
import dev.waybill.spi.Applied;
import dev.waybill.spi.Draft;
import dev.waybill.spi.EventQuery;
import dev.waybill.spi.EventsStored;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.JobQuery;
import dev.waybill.spi.JobStore;
import dev.waybill.spi.LeaseExtension;
import dev.waybill.spi.LeaseKey;
import dev.waybill.spi.LeaseQuery;
import dev.waybill.spi.QueueKey;
import dev.waybill.spi.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Two servers of Waybill on one NATS act as one service.
@Timeout(120)
final class TwoServersTest {

  private static final QueueKey QUEUE = new QueueKey("tenant", "work");
  private static final Duration LONG = Duration.ofMinutes(1);

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private NatsServer server;
  private NatsLink firstLink;
  private NatsLink secondLink;
  private NatsJobStore first;
  private NatsJobStore second;

  @BeforeEach
  void open() {
    server = NatsServer.start();
    firstLink = server.link();
    secondLink = server.link();
    first = NatsJobStore.open(firstLink, Settings.DEFAULT);
    second = NatsJobStore.open(secondLink, Settings.DEFAULT);
  }

  @AfterEach
  void close() {
    first.close();
    second.close();
    firstLink.close();
    secondLink.close();
    server.close();
    threads.shutdownNow();
  }

  @Test
  @Promise("L1")
  void a_job_is_leased_once_by_workers_on_both_servers() throws Exception {
    List<JobId> jobs = submitMany(first, 2_000);
    List<Future<List<JobId>>> workers = new ArrayList<>();
    for (int n = 0; n < 4; n++) {
      workers.add(threads.submit(drainOf(first)));
      workers.add(threads.submit(drainOf(second)));
    }
    List<JobId> done = new ArrayList<>();
    for (Future<List<JobId>> worker : workers) {
      done.addAll(worker.get());
    }
    assertThat(done).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(jobs);
  }

  /// Leases and completes until no job has come for some time.
  private Callable<List<JobId>> drainOf(JobStore store) {
    return () -> {
      List<JobId> done = new ArrayList<>();
      List<Job> leased = store.lease(take(10, Duration.ofSeconds(2)));
      while (!leased.isEmpty()) {
        List<Step> steps =
            leased.stream()
                .map(job -> Transitions.completed(leaseOf(job), Payload.empty()))
                .toList();
        assertThat(store.apply(steps)).hasOnlyElementsOfType(Applied.Done.class);
        leased.forEach(job -> done.add(job.id()));
        leased = store.lease(take(10, Duration.ofSeconds(2)));
      }
      return done;
    };
  }

  @Test
  @Promise("E2")
  void a_request_id_is_one_job_on_both_servers() throws Exception {
    List<Future<Appended>> answers = new ArrayList<>();
    for (int n = 0; n < 32; n++) {
      JobStore store = n % 2 == 0 ? first : second;
      Draft draft = Drafts.draft("tenant", job().requestId("r").build());
      answers.add(threads.submit(() -> store.append(List.of(draft)).getFirst()));
    }
    int made = 0;
    for (Future<Appended> answer : answers) {
      made += answer.get() instanceof Appended.New ? 1 : 0;
    }
    assertThat(made).isEqualTo(1);
    assertThat(second.lease(take(10, Duration.ofSeconds(5)))).hasSize(1);
  }

  @Test
  @Promise("L1")
  void a_worker_waiting_on_one_server_gets_a_job_of_the_other() throws Exception {
    Future<List<Job>> waiting = threads.submit(() -> second.lease(take(1, LONG)));
    JobId id = submit(first);
    assertThat(waiting.get(10, TimeUnit.SECONDS)).extracting(Job::id).containsExactly(id);
  }

  @Test
  @Promise({"L1", "L2"})
  void a_lease_of_one_server_is_valid_on_the_other() {
    submit(first);
    Job leased = first.lease(take(1, LONG)).getFirst();
    assertThat(second.extend(List.of(leaseOf(leased)), LONG).getFirst())
        .isInstanceOf(LeaseExtension.Held.class);
    assertThat(second.publish(leaseOf(leased), List.of(NewEvent.of(1, "x", "x"))))
        .isEqualTo(new EventsStored.Events(1, 0));
    assertThat(second.apply(List.of(Transitions.completed(leaseOf(leased), Payload.empty()))))
        .containsExactly(new Applied.Done(State.COMPLETED));
    assertThat(first.apply(List.of(Transitions.completed(leaseOf(leased), Payload.empty()))))
        .containsExactly(new Applied.Stale());
    assertThat(first.publish(leaseOf(leased), List.of(NewEvent.of(2, "x", "x"))))
        .isEqualTo(new EventsStored.Lost());
    assertThat(first.extend(List.of(leaseOf(leased)), LONG))
        .containsExactly(new LeaseExtension.Lost());
  }

  @Test
  @Promise({"L2", "S2"})
  void an_attempt_released_on_one_server_has_ended_on_the_other() {
    submit(first);
    Job leased = first.lease(take(1, LONG)).getFirst();
    Step release = Transitions.settled(leased, new Outcome.Release(), RetryPolicy.DEFAULT, 0);
    assertThat(second.apply(List.of(release)).getFirst()).isInstanceOf(Applied.Done.class);
    assertThat(first.apply(List.of(Transitions.completed(leaseOf(leased), Payload.empty()))))
        .containsExactly(new Applied.Stale());
    assertThat(first.lease(take(1, LONG)).getFirst().attempt()).isEqualTo(2);
  }

  @Test
  @Promise("V1")
  void a_reader_on_one_server_gets_events_of_the_other() throws Exception {
    submit(first);
    Job leased = first.lease(take(1, LONG)).getFirst();
    for (int n = 1; n <= 20; n++) {
      EventCursor after = n == 1 ? EventCursor.START : new EventCursor(1, n - 1);
      EventQuery query = new EventQuery(leaseOf(leased).job(), after, 10, LONG);
      Future<List<JobEvent>> reader = threads.submit(() -> second.read(query).events());
      first.publish(leaseOf(leased), List.of(NewEvent.of(n, "x", "x")));
      assertThat(reader.get(10, TimeUnit.SECONDS))
          .extracting(JobEvent::sequence)
          .containsExactly((long) n);
    }
  }

  @Test
  @Promise("V1")
  void a_reader_on_one_server_sees_the_end_of_a_job_on_the_other() throws Exception {
    submit(first);
    Job leased = first.lease(take(1, LONG)).getFirst();
    EventQuery query = new EventQuery(leaseOf(leased).job(), EventCursor.START, 10, LONG);
    Future<List<JobEvent>> reader = threads.submit(() -> second.read(query).events());
    first.apply(List.of(Transitions.completed(leaseOf(leased), Payload.empty())));
    assertThat(reader.get(10, TimeUnit.SECONDS)).isEmpty();
  }

  @Test
  @Promise("L1")
  void a_queue_paused_on_one_server_is_paused_on_the_other() {
    submit(first);
    first.pause(QUEUE, true);
    eventually(() -> assertThat(second.stats(QUEUE).paused()).isTrue());
    assertThat(second.lease(take(1, Duration.ZERO))).isEmpty();
    first.pause(QUEUE, false);
    assertThat(second.lease(take(1, LONG))).hasSize(1);
  }

  @Test
  @Promise("E1")
  void both_servers_return_the_same_jobs_and_counts() {
    submitMany(first, 30);
    submitMany(second, 20);
    second.lease(take(5, LONG));
    JobQuery all = new JobQuery("tenant", JobFilter.ALL, 100, null);
    eventually(
        () -> {
          assertThat(first.browse(all)).isEqualTo(second.browse(all));
          assertThat(first.stats(QUEUE).waiting()).isEqualTo(45);
          assertThat(second.stats(QUEUE).running()).isEqualTo(5);
        });
  }

  private static NewJob.Builder job() {
    return NewJob.builder("demo").queue(QUEUE.queue()).payload("some work");
  }

  private static JobId submit(JobStore store) {
    return submitMany(store, 1).getFirst();
  }

  private static List<JobId> submitMany(JobStore store, int count) {
    List<Draft> drafts =
        IntStream.range(0, count).mapToObj(_ -> Drafts.draft("tenant", job().build())).toList();
    assertThat(store.append(drafts)).hasOnlyElementsOfType(Appended.New.class);
    return drafts.stream().map(draft -> draft.key().id()).toList();
  }

  private static LeaseQuery take(int max, Duration patience) {
    return new LeaseQuery(QUEUE, "worker", max, LONG, patience);
  }

  private static LeaseKey leaseOf(Job job) {
    return new LeaseKey(new JobKey(job.tenant(), job.id()), job.attempt());
  }
}
