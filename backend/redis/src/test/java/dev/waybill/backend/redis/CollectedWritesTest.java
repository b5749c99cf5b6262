package dev.waybill.backend.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Attempt;
import dev.waybill.Job;
import dev.waybill.NewJob;
import dev.waybill.QueueStats;
import dev.waybill.State;
import dev.waybill.WaybillException;
import dev.waybill.conformance.Background;
import dev.waybill.conformance.job.Drafts;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Appended;
import dev.waybill.spi.Applied;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.JobStore;
import dev.waybill.spi.LeaseKey;
import dev.waybill.spi.LeaseQuery;
import dev.waybill.spi.QueueKey;
import dev.waybill.spi.Step;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Functions collect the writes of a call; several changes of one job in a call must not mix.
class CollectedWritesTest {

  private RedisServer server;
  private RedisBackend backend;
  private JobStore jobs;
  private final String tenant = Drafts.freshTenant();
  private final QueueKey queue = new QueueKey(tenant, "q");

  @BeforeEach
  void open() {
    server = RedisServer.start();
    backend = RedisBackend.open(server.config(), Settings.DEFAULT);
    jobs = backend.jobs();
  }

  @AfterEach
  void close() {
    backend.close();
    server.close();
  }

  @Test
  void two_steps_of_one_job_in_one_call_are_applied_one_after_the_other() {
    jobs.append(List.of(Drafts.draft(tenant, NewJob.builder("demo").queue("q").build())));
    Job leased = jobs.lease(take()).getFirst();
    JobKey key = new JobKey(tenant, leased.id());
    Step retry =
        Step.builder(new LeaseKey(key, 1), State.RUNNING, State.QUEUED)
            .ending(Attempt.Ending.ERROR)
            .build();
    Step cancel = Step.builder(new LeaseKey(key, 2), State.QUEUED, State.CANCELLED).build();

    assertThat(jobs.apply(List.of(retry, cancel)))
        .containsExactly(new Applied.Done(State.QUEUED), new Applied.Done(State.CANCELLED));

    assertThat(jobs.lease(take())).isEmpty();
    assertThat(jobs.stats(queue).counts()).isEqualTo(new QueueStats.Counts(0, 0, 0, 0));
    assertThat(jobs.find(key)).get().extracting(Job::state).isEqualTo(State.CANCELLED);
  }

  @Test
  void the_limit_of_live_jobs_counts_those_of_the_same_call() {
    RedisConfig other = server.config().withPrefix("limited");
    try (RedisBackend limited = RedisBackend.open(other, Settings.DEFAULT.withMaxLiveJobs(2))) {
      NewJob job = NewJob.builder("demo").queue("q").build();
      assertThat(
              limited
                  .jobs()
                  .append(
                      List.of(
                          Drafts.draft(tenant, job),
                          Drafts.draft(tenant, job),
                          Drafts.draft(tenant, job))))
          .last()
          .isEqualTo(new Appended.Full(2));
    }
  }

  /// A caller whose job is damaged is sent together with one whose job is not.
  @Test
  void a_damaged_job_does_not_change_the_answers_to_other_callers() {
    jobs.append(
        IntStream.range(0, 4)
            .mapToObj(_ -> Drafts.draft(tenant, NewJob.builder("demo").queue("q").build()))
            .toList());
    List<Job> leased = jobs.lease(take());
    damage(leased.get(3));
    server.pause();
    List<Background<List<Applied>>> callers = new ArrayList<>();
    for (Job job : leased) {
      callers.add(Background.of(() -> jobs.apply(List.of(completion(job)))).onceItWaits());
    }
    server.resume();
    for (Background<List<Applied>> caller : callers.subList(0, 3)) {
      assertThat(caller.answer()).containsExactly(new Applied.Done(State.COMPLETED));
    }
    assertThatThrownBy(() -> callers.get(3).answer()).isInstanceOf(WaybillException.class);
    assertThat(jobs.stats(queue).running()).isEqualTo(1);
  }

  @Test
  void the_other_steps_of_a_call_with_a_damaged_job_are_applied_completely() {
    jobs.append(
        IntStream.range(0, 2)
            .mapToObj(_ -> Drafts.draft(tenant, NewJob.builder("demo").queue("q").build()))
            .toList());
    List<Job> leased = jobs.lease(take());
    damage(leased.get(1));
    assertThatThrownBy(() -> jobs.apply(leased.stream().map(this::completion).toList()))
        .isInstanceOf(WaybillException.class);
    assertThat(jobs.stats(queue).running()).isEqualTo(1);
    assertThat(jobs.find(new JobKey(tenant, leased.getFirst().id())).orElseThrow().state())
        .isEqualTo(State.COMPLETED);
  }

  private Step completion(Job job) {
    return Step.builder(
            new LeaseKey(new JobKey(tenant, job.id()), 1), State.RUNNING, State.COMPLETED)
        .ending(Attempt.Ending.COMPLETED)
        .build();
  }

  private void damage(Job job) {
    RedisClient client = RedisClient.create(server.url());
    byte[] ref = RedisRows.ref(new JobKey(tenant, job.id()));
    byte[] start = Call.bytes("waybill:{0}:j:");
    byte[] key = Arrays.copyOf(start, start.length + ref.length);
    System.arraycopy(ref, 0, key, start.length, ref.length);
    try (StatefulRedisConnection<byte[], byte[]> connection =
        client.connect(ByteArrayCodec.INSTANCE)) {
      assertThat(connection.sync().hset(key, Call.bytes("s"), Call.bytes("damaged"))).isFalse();
    } finally {
      client.shutdown();
    }
  }

  private LeaseQuery take() {
    return new LeaseQuery(queue, "w", 5, Duration.ofMinutes(1), Duration.ZERO);
  }
}
