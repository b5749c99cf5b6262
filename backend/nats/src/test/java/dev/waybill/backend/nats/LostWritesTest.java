package dev.waybill.backend.nats;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Job;
import dev.waybill.JobFilter;
import dev.waybill.NewJob;
import dev.waybill.Payload;
import dev.waybill.State;
import dev.waybill.backend.support.ArchivedJob;
import dev.waybill.backend.support.HistoryLog.Entry;
import dev.waybill.conformance.Promise;
import dev.waybill.conformance.job.Drafts;
import dev.waybill.engine.Transitions;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Appended;
import dev.waybill.spi.Applied;
import dev.waybill.spi.Draft;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.JobQuery;
import dev.waybill.spi.LeaseKey;
import dev.waybill.spi.LeaseQuery;
import dev.waybill.spi.QueueKey;
import dev.waybill.spi.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The broker has lost its latest writes in a power cut, or a stream was replaced: then other
/// messages have the sequences that a server remembers.
@Timeout(180)
final class LostWritesTest {

  private static final String JOBS = "KV_wb_jobs";
  private static final String DONE = "done";
  private static final String LATER = "later";

  /// Longer than a restart of the broker.
  private static final Duration FENCE = Duration.ofSeconds(6);

  private static final Duration SHORT = Duration.ofMillis(50);

  private final List<AutoCloseable> opened = new ArrayList<>();
  private NatsServer server;
  private NatsLink link;

  @BeforeEach
  void start() {
    server = NatsServer.start();
    link = server.link();
    NatsLayout.jobs().forEach(link::ensureStream);
  }

  @AfterEach
  void stop() throws Exception {
    for (AutoCloseable one : opened.reversed()) {
      one.close();
    }
    link.close();
    server.close();
  }

  private NatsJobStore open(String directory, Duration fence) {
    NatsLink own = server.link(directory);
    NatsJobStore store = NatsJobStore.open(own, own.connection(), fence, Settings.DEFAULT);
    opened.add(own);
    opened.add(store);
    return store;
  }

  private void close(NatsJobStore store) {
    opened.remove(store);
    store.close();
  }

  @Test
  @Promise("S1")
  void jobs_in_a_stream_that_was_replaced_survive_the_removal_of_earlier_ones() throws Exception {
    NatsJobStore store = open("same", FENCE);
    completed(store, 5);
    eventually(() -> assertThat(messages(HistoryStream.STREAM)).isEqualTo(5));
    link.management().deleteStream(JOBS);
    NatsLayout.jobs().forEach(link::ensureStream);
    assertKept(store, appended(store, LATER, 20));
  }

  @Test
  @Promise("S1")
  void jobs_after_a_power_cut_survive_the_removal_of_earlier_ones() {
    NatsJobStore store = open("same", FENCE);
    completed(store, 1);
    LostTail.of(server)
        .during(
            () -> {
              completed(store, 5);
              eventually(() -> assertThat(messages(HistoryStream.STREAM)).isEqualTo(6));
            });
    assertKept(store, appended(store, LATER, 20));
  }

  @Test
  void jobs_that_were_lost_leave_the_view_and_others_stay() {
    QueueKey queue = new QueueKey("acme", LATER);
    NatsJobStore store = open("same", SHORT);
    NatsJobStore other = open("other", SHORT);
    List<JobKey> kept = appended(other, LATER, 3);
    LostTail.of(server)
        .during(
            () -> {
              appended(other, LATER, 5);
              eventually(() -> assertThat(store.stats(queue).waiting()).isEqualTo(8));
            });
    eventually(() -> assertThat(store.stats(queue).waiting()).isEqualTo(3));
    assertThat(listed(store)).containsExactlyInAnyOrderElementsOf(kept);
  }

  @Test
  @Promise("S1")
  void a_finished_job_that_was_lost_is_not_taken_for_another_one() {
    List<JobKey> lost = new ArrayList<>();
    LostTail.of(server)
        .during(
            () -> {
              NatsJobStore first = open("same", SHORT);
              lost.addAll(completed(first, 5));
              assertIndexed(first, lost);
              close(first);
            });
    NatsJobStore other = open("other", SHORT);
    List<JobKey> later = completed(other, 10);
    eventually(() -> assertThat(messages(HistoryStream.STREAM)).isEqualTo(10));
    NatsJobStore again = open("same", SHORT);
    assertThat(lost).allMatch(job -> again.find(job).isEmpty());
    assertThat(later).allMatch(job -> again.find(job).orElseThrow().id().equals(job.id()));
    assertThat(listed(again)).containsExactlyInAnyOrderElementsOf(later);
  }

  @Test
  @Promise("S1")
  void a_list_has_no_job_in_the_place_of_one_that_was_lost() {
    LostTail.of(server)
        .during(
            () -> {
              NatsJobStore first = open("same", SHORT);
              assertIndexed(first, completed(first, 5));
              close(first);
            });
    List<JobKey> later = completed(open("other", SHORT), 10);
    eventually(() -> assertThat(messages(HistoryStream.STREAM)).isEqualTo(10));
    NatsJobStore again = open("same", SHORT);
    assertThat(listed(again)).containsExactlyInAnyOrderElementsOf(later);
  }

  @Test
  void entries_that_were_lost_are_not_read_from_memory() {
    HistoryStream here = history();
    List<ArchivedJob> jobs = new ArrayList<>();
    LostTail.of(server)
        .during(
            () -> {
              completed(open("first", SHORT), 2);
              eventually(() -> assertThat(messages(HistoryStream.STREAM)).isEqualTo(2));
              here.at(List.of(1L, 2L)).forEach(found -> jobs.add(found.orElseThrow()));
            });
    LostTail.of(server).during(() -> here.append(jobs.subList(0, 1)));
    history().append(jobs.subList(1, 2));
    assertThat(here.briefAfter(0, 10))
        .extracting(entry -> ((Entry.Ended) entry).job().key())
        .containsExactly(jobs.getLast().key());
  }

  private HistoryStream history() {
    return new HistoryStream(link, SubjectWrites.of(link));
  }

  /// A job that has left the bucket is found by the index.
  private void assertIndexed(NatsJobStore store, List<JobKey> jobs) {
    eventually(() -> assertThat(jobs).noneMatch(this::isInBucket));
    assertThat(jobs).allMatch(job -> store.find(job).isPresent());
  }

  private static List<JobKey> listed(NatsJobStore store) {
    return store.browse(new JobQuery("acme", JobFilter.ALL, 100, null)).items().stream()
        .map(job -> new JobKey(job.tenant(), job.id()))
        .toList();
  }

  /// A job that is finished later leaves the bucket after all that finished before it.
  private void assertKept(NatsJobStore store, List<JobKey> jobs) {
    JobKey last = completed(store, 1).getFirst();
    eventually(() -> assertThat(isInBucket(last)).isFalse());
    assertThat(jobs).allMatch(this::isInBucket).allMatch(job -> store.find(job).isPresent());
  }

  private boolean isInBucket(JobKey job) {
    return SubjectWrites.of(link).read(JOBS, JobSubjects.job(job)).isPresent();
  }

  private long messages(String stream) {
    return SubjectWrites.of(link).info(stream).getStreamState().getMsgCount();
  }

  private static List<JobKey> completed(NatsJobStore store, int count) {
    List<JobKey> jobs = appended(store, DONE, count);
    LeaseQuery take =
        new LeaseQuery(
            new QueueKey("acme", DONE), "w", count, Load.LEASE_DURATION, Load.LEASE_DURATION);
    for (List<Job> left = new ArrayList<>(); left.size() < count; ) {
      List<Job> leased = store.lease(take);
      left.addAll(leased);
      assertThat(store.apply(leased.stream().map(LostWritesTest::completion).toList()))
          .containsOnly(new Applied.Done(State.COMPLETED));
    }
    return jobs;
  }

  private static Step completion(Job job) {
    LeaseKey lease = new LeaseKey(new JobKey(job.tenant(), job.id()), job.attempt());
    return Transitions.completed(lease, Payload.empty());
  }

  private static List<JobKey> appended(NatsJobStore store, String queue, int count) {
    List<Draft> drafts =
        Stream.generate(() -> Drafts.draft("acme", NewJob.builder("demo").queue(queue).build()))
            .limit(count)
            .toList();
    assertThat(store.append(drafts)).hasOnlyElementsOfType(Appended.New.class);
    return drafts.stream().map(Draft::key).toList();
  }
}
