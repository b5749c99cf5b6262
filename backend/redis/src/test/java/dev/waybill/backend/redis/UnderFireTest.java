package dev.waybill.backend.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Attempt;
import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.NewJob;
import dev.waybill.State;
import dev.waybill.WaybillException;
import dev.waybill.conformance.job.Drafts;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Appended;
import dev.waybill.spi.Applied;
import dev.waybill.spi.Draft;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.JobStore;
import dev.waybill.spi.LeaseKey;
import dev.waybill.spi.LeaseQuery;
import dev.waybill.spi.QueueKey;
import dev.waybill.spi.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// Two servers enqueue and complete jobs while Redis is killed, paused, or loses answers. Every
/// accepted job is completed once, by the answers that callers got.
class UnderFireTest {

  private static final QueueKey QUEUE = new QueueKey("tenant", "work");
  private static final int ROUNDS = 3;
  private static final int STEPS = 150;

  private final Set<JobId> accepted = ConcurrentHashMap.newKeySet();
  private final Map<JobId, Integer> completions = new ConcurrentHashMap<>();
  private final Semaphore progress = new Semaphore(0);
  private volatile boolean enough;

  @Test
  void nothing_is_lost_or_done_twice_when_redis_is_killed() throws Exception {
    try (RedisServer server = RedisServer.start()) {
      run(
          List.of(server.config(), server.config()),
          () -> {
            server.kill();
            server.restart();
          });
    }
  }

  @Test
  void nothing_is_lost_or_done_twice_when_redis_is_suspended() throws Exception {
    try (RedisServer server = RedisServer.start()) {
      run(
          List.of(server.config(), server.config()),
          () -> {
            server.pause();
            assertThat(madeProgress(10_000, Duration.ofSeconds(1))).isFalse();
            server.resume();
          });
    }
  }

  @Test
  void nothing_is_lost_or_done_twice_when_answers_are_lost() throws Exception {
    try (RedisServer server = RedisServer.start();
        CuttingProxy proxy = new CuttingProxy(server.port())) {
      RedisConfig through = server.config().withServers(List.of(proxy.address()));
      run(
          List.of(through, server.config().withServers(List.of(proxy.address()))),
          () -> {
            proxy.cutEvery(40, "FCALL");
            assertThat(madeProgress(STEPS, Duration.ofSeconds(60))).isTrue();
            proxy.cutNext(0, "");
          });
      assertThat(proxy.cuts()).isPositive();
    }
  }

  /// Calls give up their answers, and repeat themselves on the same connection.
  @Test
  void nothing_is_lost_or_done_twice_when_redis_is_suspended_for_longer_than_an_answer_may_take()
      throws Exception {
    Duration longer = RedisLink.ANSWER_WITHIN.plusSeconds(2);
    try (RedisServer server = RedisServer.start()) {
      run(
          List.of(server.config(), server.config()),
          1,
          () -> {
            server.pause();
            assertThat(madeProgress(10_000, longer)).isFalse();
            server.resume();
          });
    }
  }

  private void run(List<RedisConfig> configs, Runnable fault) throws Exception {
    run(configs, ROUNDS, fault);
  }

  private void run(List<RedisConfig> configs, int rounds, Runnable fault) throws Exception {
    try (RedisBackend one = RedisBackend.open(configs.get(0), Settings.DEFAULT);
        RedisBackend other = RedisBackend.open(configs.get(1), Settings.DEFAULT);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> running = new ArrayList<>();
      for (JobStore store : List.of(one.jobs(), other.jobs())) {
        for (int i = 0; i < 4; i++) {
          String worker = "w" + running.size();
          running.add(threads.submit(() -> enqueue(store)));
          running.add(threads.submit(() -> work(store, worker)));
        }
      }
      for (int round = 0; round < rounds; round++) {
        assertThat(madeProgress(STEPS, Duration.ofSeconds(60))).isTrue();
        fault.run();
      }
      assertThat(madeProgress(STEPS, Duration.ofSeconds(60))).isTrue();
      enough = true;
      for (Future<?> each : running) {
        each.get();
      }
      drain(one.jobs());
    }
    assertThat(completions.keySet()).containsAll(accepted);
    assertThat(completions.values()).allMatch(times -> times == 1);
  }

  private boolean madeProgress(int steps, Duration within) {
    progress.drainPermits();
    try {
      return progress.tryAcquire(steps, within.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }

  private void enqueue(JobStore store) {
    while (!enough) {
      Draft draft =
          Drafts.draft(QUEUE.tenant(), NewJob.builder("demo").queue(QUEUE.queue()).build());
      insist(
          () ->
              assertThat(store.append(List.of(draft)).getFirst()).isInstanceOf(Appended.New.class));
      accepted.add(draft.key().id());
      progress.release();
    }
  }

  private void work(JobStore store, String worker) {
    while (!enough) {
      insist(() -> complete(store, take(store, worker, Duration.ofMillis(200))));
    }
  }

  private void drain(JobStore store) {
    for (List<Job> jobs = take(store, "last", Duration.ZERO);
        !jobs.isEmpty();
        jobs = take(store, "last", Duration.ZERO)) {
      complete(store, jobs);
    }
    assertThat(store.stats(QUEUE).running()).isZero();
  }

  private static List<Job> take(JobStore store, String worker, Duration patience) {
    return store.lease(new LeaseQuery(QUEUE, worker, 3, Duration.ofMinutes(5), patience));
  }

  private void complete(JobStore store, List<Job> jobs) {
    for (Job job : jobs) {
      LeaseKey guard = new LeaseKey(new JobKey(job.tenant(), job.id()), job.attempt());
      Step step =
          Step.builder(guard, State.RUNNING, State.COMPLETED)
              .ending(Attempt.Ending.COMPLETED)
              .build();
      insist(
          () ->
              assertThat(store.apply(List.of(step)))
                  .containsExactly(new Applied.Done(State.COMPLETED)));
      completions.merge(job.id(), 1, Integer::sum);
      progress.release();
    }
  }

  /// The store itself repeats calls for 30 seconds; a busy machine may need longer.
  private static void insist(Runnable call) {
    while (true) {
      try {
        call.run();
        return;
      } catch (WaybillException failed) {
        assertThat(failed.code()).isEqualTo(Code.UNAVAILABLE);
      }
    }
  }
}
