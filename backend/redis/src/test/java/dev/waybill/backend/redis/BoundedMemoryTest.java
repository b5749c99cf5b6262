package dev.waybill.backend.redis;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Attempt;
import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.NewEvent;
import dev.waybill.NewJob;
import dev.waybill.State;
import dev.waybill.WaybillException;
import dev.waybill.conformance.job.Drafts;
import dev.waybill.settings.Settings;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.JobStore;
import dev.waybill.spi.LeaseKey;
import dev.waybill.spi.LeaseQuery;
import dev.waybill.spi.QueueKey;
import dev.waybill.spi.ServerMemory;
import dev.waybill.spi.Step;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The memory of Redis: what finished jobs take, that it is given back, and that it can be full.
class BoundedMemoryTest {

  private static final Duration LONG = Duration.ofDays(500);
  private static final int JOBS = 40;

  private RedisServer server;
  private RedisFixture fixture;

  @BeforeEach
  void start() {
    server = RedisServer.start();
    fixture = new RedisFixture(server, Settings.DEFAULT);
  }

  @AfterEach
  void stop() {
    fixture.close();
    server.close();
  }

  private JobStore jobs() {
    return fixture.backend().jobs();
  }

  @Test
  void pruned_jobs_leave_no_keys() {
    for (int i = 0; i < JOBS; i++) {
      finish(i, i % 2 == 0 ? State.COMPLETED : State.DEAD);
    }
    jobs().pause(new QueueKey("idle", "q"), true);
    jobs().pause(new QueueKey("idle", "q"), false);
    assertThat(kinds()).contains("j", "e", "req", "qs", "q", "u");
    fixture.elapse(LONG);
    assertThat(jobs().prune(Settings.DEFAULT.retention(), 1_000)).hasSize(JOBS);
    fixture.elapse(LONG);
    assertThat(jobs().prune(Settings.DEFAULT.retention(), 1_000)).isEmpty();
    assertThat(kinds()).isSubsetOf("n", "news", "took");
  }

  @Test
  void a_queue_that_is_paused_stays_paused_when_its_jobs_are_pruned() {
    finish(0, State.COMPLETED);
    QueueKey queue = new QueueKey("t0", "q0");
    jobs().pause(queue, true);
    fixture.elapse(LONG);
    assertThat(jobs().prune(Settings.DEFAULT.retention(), 1_000)).hasSize(1);
    assertThat(jobs().stats(queue).paused()).isTrue();
    assertThat(jobs().stats("t0")).hasSize(1);
  }

  @Test
  void the_memory_of_the_server_and_of_finished_jobs_is_known() {
    RedisCluster.on(server, redis -> redis.configSet("maxmemory", "100mb"));
    for (int i = 0; i < 5; i++) {
      finish(i, State.COMPLETED);
    }
    eventually(
        () -> {
          ServerMemory memory = fixture.backend().memory();
          assertThat(memory.finished()).isEqualTo(5);
          assertThat(memory.perFinished()).isBetween(200L, 20_000L);
          assertThat(memory.used()).isBetween(100_000L, 100_000_000L);
          assertThat(memory.limit()).isEqualTo(104_857_600);
          assertThat(memory.replicas()).isZero();
        });
  }

  @Test
  void the_remarks_have_the_reason_of_the_durability_and_a_missing_limit() {
    assertThat(fixture.backend().remarks())
        .anySatisfy(remark -> assertThat(remark).contains("syncs before it answers"))
        .anySatisfy(remark -> assertThat(remark).contains("maxmemory is not set"));
    RedisCluster.on(server, redis -> redis.configSet("maxmemory", "100mb"));
    assertThat(new RedisFixture(server, Settings.DEFAULT).backend().remarks())
        .noneSatisfy(remark -> assertThat(remark).contains("maxmemory"));
  }

  @Test
  void a_full_server_does_not_prove_a_write() {
    fixture.backend().proveWrite();
    RedisCluster.on(server, redis -> redis.configSet("maxmemory", "1"));
    assertThatThrownBy(() -> fixture.backend().proveWrite())
        .isInstanceOfSatisfying(
            WaybillException.class, full -> assertThat(full.code()).isEqualTo(Code.DISK_FULL));
  }

  private void finish(int number, State end) {
    String tenant = "t" + number % 3;
    String queue = "q" + number % 5;
    jobs()
        .append(
            List.of(
                Drafts.draft(
                    tenant,
                    NewJob.builder("demo")
                        .queue(queue)
                        .requestId("r" + number)
                        .key("k" + number)
                        .correlationId("c" + number)
                        .build())));
    Job job =
        jobs()
            .lease(
                new LeaseQuery(
                    new QueueKey(tenant, queue), "w", 1, Duration.ofMinutes(1), Duration.ZERO))
            .getFirst();
    LeaseKey lease = new LeaseKey(new JobKey(tenant, job.id()), 1);
    jobs().publish(lease, List.of(NewEvent.of(1, "a", "1")));
    jobs()
        .apply(
            List.of(
                Step.builder(lease, State.RUNNING, end)
                    .ending(
                        end == State.COMPLETED ? Attempt.Ending.COMPLETED : Attempt.Ending.ERROR)
                    .build()));
  }

  /// The keys of the store, without what follows their kind.
  private Set<String> kinds() {
    Set<String> kinds = new TreeSet<>();
    RedisCluster.on(
        server,
        redis ->
            redis
                .keys("*}:*")
                .forEach(key -> kinds.add(key.substring(key.indexOf("}:") + 2).split(":", 2)[0])));
    return kinds;
  }
}
