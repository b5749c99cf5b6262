package dev.waybill.backend.aws.job;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Job;
import dev.waybill.NewJob;
import dev.waybill.Payload;
import dev.waybill.backend.aws.Emulators;
import dev.waybill.backend.aws.link.AwsConfig;
import dev.waybill.backend.aws.link.AwsLink;
import dev.waybill.backend.aws.link.CallCounts;
import dev.waybill.conformance.job.Drafts;
import dev.waybill.engine.Transitions;
import dev.waybill.settings.Settings;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.LeaseKey;
import dev.waybill.spi.LeaseQuery;
import dev.waybill.spi.QueueKey;
import dev.waybill.spi.Step;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What jobs and idle workers cost in calls of AWS.
class CallCountTest {

  private static final System.Logger LOG = System.getLogger(CallCountTest.class.getName());
  private static final int BATCH = 10;
  private static final int BATCHES = 20;
  private static final int JOBS = BATCH * BATCHES;
  private static final int LANES = 3;
  private static final Set<String> WRITES =
      Set.of("PutItem", "UpdateItem", "DeleteItem", "TransactWriteItems", "BatchWriteItem");

  private final AwsConfig config = Emulators.config();
  private final Settings settings = Settings.DEFAULT.withMaintenanceEvery(null);
  private final JobsFixture fixture = new JobsFixture(settings, config);
  private final QueueKey queue = new QueueKey("t", "work");

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void a_job_costs_three_writes_and_few_messages() {
    Map<String, Long> calls = run(_ -> null);
    assertThat(writes(calls)).as("%s", calls).isLessThanOrEqualTo(3L * JOBS);
    for (String call : List.of("SendMessageBatch", "ReceiveMessage", "DeleteMessageBatch")) {
      assertThat(calls.getOrDefault(call, 0L))
          .as("%s of %s", call, calls)
          .isLessThanOrEqualTo(JOBS / 5);
    }
    assertThat(calls.getOrDefault("SendMessageBatch", 0L)).isPositive();
  }

  @Test
  void a_job_with_a_request_id_costs_four_writes() {
    Map<String, Long> calls = run(n -> "request-" + n);
    assertThat(writes(calls)).as("%s", calls).isLessThanOrEqualTo(4L * JOBS);
  }

  /// Runs batches of jobs, and waits until all of their messages are sent. Returns the calls.
  private Map<String, Long> run(IntFunction<@Nullable String> requestId) {
    runBatch(n -> requestId.apply(-1 - n));
    Map<String, Long> before = counts(fixture.server().link);
    for (int batch = 0; batch < BATCHES; batch++) {
      int first = batch * BATCH;
      runBatch(n -> requestId.apply(first + n));
    }
    fixture.server().close();
    Map<String, Long> calls = minus(counts(fixture.server().link), before);
    LOG.log(Level.INFO, "calls of {0} jobs in batches of {1}: {2}", JOBS, BATCH, calls);
    return calls;
  }

  /// A transaction of a new job writes two items.
  private static long writes(Map<String, Long> calls) {
    return WRITES.stream().mapToLong(name -> calls.getOrDefault(name, 0L)).sum()
        + calls.getOrDefault("TransactWriteItems", 0L);
  }

  @Test
  void the_messages_of_leased_jobs_are_deleted() {
    for (int batch = 0; batch < BATCHES; batch++) {
      runBatch(_ -> null);
    }
    LeaseQuery idle =
        new LeaseQuery(queue, "w", BATCH, Duration.ofMinutes(1), Duration.ofSeconds(5));
    assertThat(fixture.server().jobs.lease(idle)).isEmpty();
    LaneQueues lanes = new LaneQueues(fixture.server().link);
    LaneQueues.Lane normal = new LaneQueues.Lane(queue, 1);
    eventually(() -> assertThat(lanes.receive(normal, Duration.ZERO)).isEmpty());
  }

  @Test
  void an_idle_worker_makes_at_most_four_calls_a_minute_per_lane() {
    AwsLink link = AwsLink.open(config);
    try (AwsJobStore store = new AwsJobStore(link, settings, AwsJobStore.Pace.STANDARD)) {
      long start = System.nanoTime();
      LeaseQuery patient =
          new LeaseQuery(queue, "w", BATCH, Duration.ofMinutes(1), Duration.ofSeconds(20));
      store.lease(patient);
      store.lease(patient);
      Map<String, Long> before = counts(link);
      store.lease(patient);
      store.lease(patient);
      store.lease(patient);
      Map<String, Long> calls = minus(counts(link), before);
      assertThat(System.nanoTime() - start).isGreaterThan(Duration.ofSeconds(90).toNanos());
      assertThat(calls.values().stream().mapToLong(Long::longValue).sum())
          .as("%s", calls)
          .isBetween(1L, 4L * LANES);
    } finally {
      link.close();
    }
  }

  private void runBatch(IntFunction<@Nullable String> requestId) {
    AwsJobStore store = fixture.server().jobs;
    store.append(
        IntStream.range(0, BATCH)
            .mapToObj(
                n -> NewJob.builder("x").queue("work").payload("p").requestId(requestId.apply(n)))
            .map(job -> Drafts.draft("t", job.build()))
            .toList());
    List<Job> leased =
        store.lease(
            new LeaseQuery(queue, "w", BATCH, Duration.ofMinutes(1), Duration.ofSeconds(20)));
    assertThat(leased).hasSize(BATCH);
    List<Step> steps =
        leased.stream()
            .map(job -> new LeaseKey(new JobKey(job.tenant(), job.id()), job.attempt()))
            .map(lease -> Transitions.completed(lease, Payload.of("done")))
            .toList();
    store.apply(steps);
  }

  private static Map<String, Long> counts(AwsLink link) {
    Map<String, Long> counts = new TreeMap<>();
    for (Map.Entry<CallCounts.Call, Long> call : link.counts().calls().entrySet()) {
      counts.put(call.getKey().operation(), call.getValue());
    }
    return counts;
  }

  private static Map<String, Long> minus(Map<String, Long> after, Map<String, Long> before) {
    Map<String, Long> calls = new TreeMap<>(after);
    before.forEach((call, count) -> calls.merge(call, -count, Long::sum));
    return calls;
  }
}
