package dev.waybill.backend.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Attempt;
import dev.waybill.Job;
import dev.waybill.NewJob;
import dev.waybill.QueueStats;
import dev.waybill.State;
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
import java.time.Duration;
import java.util.List;
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

  private LeaseQuery take() {
    return new LeaseQuery(queue, "w", 5, Duration.ofMinutes(1), Duration.ZERO);
  }
}
