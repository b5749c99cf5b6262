package dev.waybill.backend.nats;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Job;
import dev.waybill.JobFilter;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.Payload;
import dev.waybill.RetryPolicy;
import dev.waybill.State;
import dev.waybill.conformance.ManualClock;
import dev.waybill.conformance.Promise;
import dev.waybill.conformance.job.Drafts;
import dev.waybill.engine.Transitions;
import dev.waybill.settings.Retention;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Appended;
import dev.waybill.spi.Applied;
import dev.waybill.spi.Deleted;
import dev.waybill.spi.Draft;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.JobQuery;
import dev.waybill.spi.LeaseKey;
import dev.waybill.spi.LeaseQuery;
import dev.waybill.spi.QueueKey;
import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.api.StreamConfiguration;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Finished jobs move from the bucket to the history, whatever happens in between, and every server
/// finds them.
@Timeout(120)
final class FinishedJobsTest {

  private static final QueueKey QUEUE = new QueueKey("acme", "work");
  private static final Duration SHORT = Duration.ofMillis(50);
  private static final Duration LONG = Duration.ofMinutes(1);
  private static final String MOVE = "wb.job.acme.";
  private static final String TOMBSTONE = "wb.job.deleted";
  private static final String REMOVAL = "$JS.API.STREAM.PURGE.KV_wb_jobs";

  private final ManualClock clock = new ManualClock();
  private final List<AutoCloseable> opened = new ArrayList<>();
  private NatsServer server;
  private NatsLink link;

  @BeforeEach
  void start() {
    server = NatsServer.start();
    link = server.link();
  }

  @AfterEach
  void stop() throws Exception {
    for (AutoCloseable one : opened.reversed()) {
      one.close();
    }
    link.close();
    server.close();
  }

  private NatsJobStore open(UnaryOperator<Connection> fault) {
    return open(server.link(), SHORT, fault);
  }

  private NatsJobStore open(NatsLink own, Duration fence, UnaryOperator<Connection> fault) {
    NatsJobStore store =
        NatsJobStore.open(
            own, fault.apply(own.connection()), fence, Settings.DEFAULT.withClock(clock));
    opened.add(own);
    opened.add(store);
    return store;
  }

  @Test
  @Promise({"S1", "E1"})
  void a_finished_job_leaves_the_bucket_and_every_server_finds_it() {
    NatsJobStore first = open(UnaryOperator.identity());
    NatsJobStore second = open(UnaryOperator.identity());
    Job done = completed(first, "done");
    assertLeftTheBucket();
    for (NatsJobStore store : List.of(first, second, open(UnaryOperator.identity()))) {
      assertThat(store.find(key(done))).contains(done);
      assertThat(store.attempts(key(done))).hasSize(1);
      assertListed(store, done);
      assertThat(late(store, done)).isEqualTo(new Applied.Stale());
      assertThat(store.append(List.of(draft("done"))))
          .containsExactly(new Appended.Duplicate(done.id(), State.COMPLETED, done.createdAt()));
    }
  }

  @Test
  @Promise("D1")
  void a_dead_job_is_counted_and_comes_back_from_the_history() {
    NatsJobStore first = open(UnaryOperator.identity());
    NatsJobStore second = open(UnaryOperator.identity());
    Job dead = dead(first);
    assertLeftTheBucket();
    eventually(() -> assertThat(second.stats(QUEUE).dead()).isEqualTo(1));
    assertThat(second.apply(List.of(Transitions.redriven(dead).orElseThrow())))
        .containsExactly(new Applied.Done(State.QUEUED));
    eventually(() -> assertThat(first.stats(QUEUE).waiting()).isEqualTo(1));
    assertThat(first.stats(QUEUE).dead()).isZero();
    Job again = leased(first);
    assertThat(again.id()).isEqualTo(dead.id());
    assertThat(complete(first, again)).isEqualTo(new Applied.Done(State.COMPLETED));
    assertLeftTheBucket();
    for (NatsJobStore store : List.of(first, second)) {
      assertThat(store.find(key(dead)).orElseThrow().state()).isEqualTo(State.COMPLETED);
      assertThat(store.attempts(key(dead))).hasSize(2);
      eventually(() -> assertThat(store.stats(QUEUE).dead()).isZero());
    }
  }

  @Test
  @Promise("S1")
  void another_server_moves_what_a_killed_server_has_not_moved() {
    NatsJobStore killed = open(own -> FaultyConnection.dyingBefore(own, MOVE));
    Job done = completed(killed, null);
    NatsJobStore other = open(UnaryOperator.identity());
    assertThat(other.find(key(done))).contains(done);
    assertLeftTheBucket();
    assertThat(other.find(key(done))).contains(done);
    assertListed(other, done);
  }

  @Test
  @Promise("S1")
  void a_running_server_moves_what_another_one_has_left() {
    NatsJobStore other = open(UnaryOperator.identity());
    NatsJobStore killed = open(own -> FaultyConnection.dyingBefore(own, MOVE));
    Job done = completed(killed, null);
    eventually(() -> assertListed(other, done));
    assertLeftTheBucket();
    assertThat(other.find(key(done))).contains(done);
  }

  @Test
  @Promise("S1")
  void a_server_that_was_killed_before_the_removal_completes_it_when_it_starts_again() {
    NatsJobStore killed =
        open(server.link("same"), SHORT, own -> FaultyConnection.dyingBefore(own, REMOVAL));
    Job done = completed(killed, null);
    eventually(() -> assertThat(messages(HistoryStream.STREAM)).isEqualTo(1));
    close(killed);
    NatsJobStore restarted = open(server.link("same"), SHORT, UnaryOperator.identity());
    assertThat(restarted.find(key(done))).contains(done);
    assertLeftTheBucket();
    assertThat(messages(HistoryStream.STREAM)).as("it is not moved twice").isEqualTo(1);
    assertListed(restarted, done);
  }

  @Test
  @Promise("S1")
  void another_server_completes_a_deletion() {
    NatsJobStore killed = open(own -> FaultyConnection.dyingBefore(own, TOMBSTONE));
    Job done = completed(killed, null);
    assertLeftTheBucket();
    Thread.ofVirtual().start(() -> killed.delete(key(done)));
    NatsJobStore other = open(UnaryOperator.identity());
    eventually(() -> assertThat(other.find(key(done))).isEmpty());
    assertLeftTheBucket();
    assertThat(other.find(key(done))).isEmpty();
    assertThat(all(other)).isEmpty();
    assertThat(open(UnaryOperator.identity()).find(key(done))).isEmpty();
  }

  @Test
  @Promise("E1")
  void a_creation_whose_answer_is_lost_is_not_repeated_after_the_job_was_moved() {
    NatsJobStore worker = open(UnaryOperator.identity());
    NatsJobStore creator =
        open(
            own ->
                FaultyConnection.losingTheFirstCreation(
                    own,
                    () -> {
                      complete(worker, leased(worker));
                      assertLeftTheBucket();
                    }));
    Appended answer = creator.append(List.of(draft(null))).getFirst();
    assertThat(answer).isInstanceOf(Appended.New.class);
    assertThat(worker.lease(take(Duration.ZERO))).isEmpty();
    assertThat(messages("KV_wb_jobs")).isZero();
  }

  /// A server that was paused between reading and writing must not bring a job back that has run
  /// since.
  @Test
  @Promise("D1")
  void a_late_redrive_is_refused_while_the_fence_holds() {
    NatsJobStore first = open(server.link(), SHORT, UnaryOperator.identity());
    Job dead = dead(first);
    assertLeftTheBucket();
    NatsJobStore worker = open(server.link(), LONG, UnaryOperator.identity());
    NatsJobStore paused =
        open(
            own ->
                FaultyConnection.delayingTheFirstCreation(
                    own,
                    () -> {
                      worker.apply(List.of(Transitions.redriven(dead).orElseThrow()));
                      complete(worker, leased(worker));
                      eventually(() -> assertThat(messages(HistoryStream.STREAM)).isEqualTo(2));
                    }));
    assertThat(paused.apply(List.of(Transitions.redriven(dead).orElseThrow())))
        .containsExactly(new Applied.Stale());
    assertThat(worker.find(key(dead)).orElseThrow().state()).isEqualTo(State.COMPLETED);
    assertThat(worker.lease(take(Duration.ZERO))).isEmpty();
  }

  @Test
  @Promise("S1")
  void expired_jobs_leave_the_history_and_every_index() {
    NatsJobStore first = open(UnaryOperator.identity());
    NatsJobStore second = open(UnaryOperator.identity());
    for (int n = 0; n < 5; n++) {
      completed(first, null);
    }
    Job dead = dead(first);
    assertLeftTheBucket();
    eventually(() -> assertThat(all(second)).hasSize(6));
    clock.advance(Duration.ofDays(8));
    eventually(
        () -> {
          first.prune(Retention.DEFAULT, 100);
          assertThat(all(first)).containsExactly(dead);
        });
    eventually(() -> assertThat(all(second)).containsExactly(dead));
    assertThat(second.stats(QUEUE).dead()).isEqualTo(1);
    eventually(
        () -> {
          clock.advance(Duration.ofHours(2));
          first.prune(Retention.DEFAULT, 100);
          assertThat(messages(HistoryStream.STREAM)).as("only the dead job").isEqualTo(1);
        });
    assertLeftTheBucket();
  }

  @Test
  @Promise({"S1", "E2"})
  void jobs_that_the_stream_has_dropped_are_forgotten_everywhere() throws Exception {
    NatsJobStore store = open(UnaryOperator.identity());
    Job dropped = completed(store, "r-1");
    assertLeftTheBucket();
    eventually(() -> assertListed(store, dropped));
    link.management().purgeStream(HistoryStream.STREAM);
    eventually(
        () -> {
          store.prune(Retention.DEFAULT, 100);
          assertThat(all(store)).isEmpty();
        });
    assertThat(store.find(key(dropped))).isEmpty();
    assertThat(messages("KV_wb_requests")).isZero();
  }

  /// As earlier versions and `nats kv add` create it.
  @Test
  void a_finished_job_also_leaves_a_bucket_that_refuses_to_delete_messages() {
    NatsLayout.jobs().stream()
        .map(wanted -> StreamConfiguration.builder(wanted).denyDelete(true).build())
        .forEach(link::ensureStream);
    NatsJobStore store = open(UnaryOperator.identity());
    Job done = completed(store, null);
    assertLeftTheBucket();
    assertThat(store.find(key(done))).contains(done);
  }

  @Test
  void a_history_that_was_replaced_is_read_from_its_beginning() throws Exception {
    NatsJobStore store = open(UnaryOperator.identity());
    Job before = completed(store, null);
    assertLeftTheBucket();
    eventually(() -> assertListed(store, before));
    link.management().deleteStream(HistoryStream.STREAM);
    NatsLayout.jobs().forEach(link::ensureStream);
    assertThat(store.find(key(before))).isEmpty();
    assertThat(all(store)).isEmpty();
    Job after = completed(store, null);
    assertLeftTheBucket();
    assertThat(store.find(key(after))).contains(after);
    eventually(() -> assertThat(all(store)).containsExactly(after));
  }

  @Test
  @Promise("S1")
  void a_deleted_job_is_removed_from_the_history() {
    NatsJobStore first = open(UnaryOperator.identity());
    NatsJobStore second = open(UnaryOperator.identity());
    Job done = completed(first, "r-1");
    assertLeftTheBucket();
    assertThat(second.delete(key(done))).isEqualTo(new Deleted.Done(done));
    assertThat(first.find(key(done))).isEmpty();
    eventually(() -> assertThat(all(first)).isEmpty());
    assertThat(messages(HistoryStream.STREAM)).as("the deletion alone").isEqualTo(1);
    assertThat(first.append(List.of(draft("r-1"))).getFirst()).isInstanceOf(Appended.New.class);
  }

  private void close(NatsJobStore store) {
    opened.remove(store);
    store.close();
  }

  private void assertLeftTheBucket() {
    eventually(() -> assertThat(messages("KV_wb_jobs")).isZero());
  }

  /// Without the record of dropped deletions.
  private long messages(String stream) {
    try {
      long all = link.management().getStreamInfo(stream).getStreamState().getMsgCount();
      boolean dropped =
          stream.equals("KV_wb_jobs")
              && SubjectWrites.of(link).read(stream, JobSubjects.DROPPED_MARKS).isPresent();
      return dropped ? all - 1 : all;
    } catch (IOException | JetStreamApiException failure) {
      throw new AssertionError(failure);
    }
  }

  private static void assertListed(NatsJobStore store, Job job) {
    eventually(() -> assertThat(all(store)).contains(job));
  }

  private static List<Job> all(NatsJobStore store) {
    return store.browse(new JobQuery("acme", JobFilter.ALL, 100, null)).items();
  }

  private Job completed(NatsJobStore store, @Nullable String request) {
    store.append(List.of(draft(request)));
    Job leased = leased(store);
    assertThat(complete(store, leased)).isEqualTo(new Applied.Done(State.COMPLETED));
    return store.find(key(leased)).orElseThrow();
  }

  private Job dead(NatsJobStore store) {
    store.append(List.of(draft(null)));
    Job leased = leased(store);
    RetryPolicy once = new RetryPolicy(1, 1, LONG, 2, LONG, 0);
    assertThat(store.apply(List.of(Transitions.settled(leased, Outcome.retry("no"), once, 0))))
        .containsExactly(new Applied.Done(State.DEAD));
    return store.find(key(leased)).orElseThrow();
  }

  private static Job leased(NatsJobStore store) {
    return store.lease(take(LONG)).getFirst();
  }

  private static Applied complete(NatsJobStore store, Job leased) {
    return store
        .apply(List.of(Transitions.completed(lease(leased), Payload.of("{\"n\":1}"))))
        .getFirst();
  }

  private static Applied late(NatsJobStore store, Job done) {
    LeaseKey lease = new LeaseKey(key(done), 1);
    return store.apply(List.of(Transitions.completed(lease, Payload.empty()))).getFirst();
  }

  private static LeaseKey lease(Job job) {
    return new LeaseKey(key(job), job.attempt());
  }

  private static JobKey key(Job job) {
    return new JobKey(job.tenant(), job.id());
  }

  private static Draft draft(@Nullable String request) {
    NewJob.Builder job = NewJob.builder("demo").queue(QUEUE.queue()).payload("some work");
    return Drafts.draft("acme", job.requestId(request).build());
  }

  private static LeaseQuery take(Duration patience) {
    return new LeaseQuery(QUEUE, "w", 1, LONG, patience);
  }
}
