package dev.waybill.backend.aws.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Job;
import dev.waybill.JobFilter;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.Payload;
import dev.waybill.RetryPolicy;
import dev.waybill.State;
import dev.waybill.backend.aws.Emulators;
import dev.waybill.backend.aws.FaultyService;
import dev.waybill.backend.aws.FaultyService.Fault;
import dev.waybill.backend.aws.link.AwsConfig;
import dev.waybill.conformance.Background;
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
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Requests to DynamoDB and SQS that fail in every way. The answers of the store must be right all
/// the same.
class UnderFireTest {

  private static final Set<String> WRITES =
      Set.of("PutItem", "UpdateItem", "TransactWriteItems", "SendMessageBatch");
  private static final Duration LONG = Duration.ofMinutes(10);

  private final QueueKey queue = new QueueKey("t", "work");

  @Test
  void every_answer_to_a_write_that_is_lost_once_changes_nothing() {
    Map<String, Integer> seen = new ConcurrentHashMap<>();
    run(
        20,
        operation ->
            WRITES.contains(operation) && seen.merge(operation, 1, Integer::sum) % 2 == 1
                ? Fault.LOST
                : Fault.NONE);
  }

  @Test
  void jobs_complete_once_while_requests_are_cut_refused_and_throttled() {
    Random random = new Random(1);
    Fault[] all = {Fault.CUT, Fault.LOST, Fault.ERROR, Fault.THROTTLED, Fault.DELAYED};
    run(
        40,
        _ -> {
          synchronized (random) {
            return random.nextInt(100) < 15 ? all[random.nextInt(all.length)] : Fault.NONE;
          }
        });
  }

  /// Each job is accepted once, fails once, and completes once.
  private void run(int jobs, Function<String, Fault> faults) {
    AwsConfig direct = Emulators.config();
    try (FaultyService dynamodb = new FaultyService(Emulators.dynamodb().url());
        FaultyService sqs = new FaultyService(Emulators.sqs().url());
        JobsFixture fixture = new JobsFixture(Settings.DEFAULT, direct)) {
      dynamodb.each(faults);
      sqs.each(faults);
      AwsConfig faulty =
          direct.withEndpoints(
              new AwsConfig.Endpoints(dynamodb.url(), sqs.url(), direct.endpoints().s3()));
      try (var server = new JobsFixture.Server(faulty, fixture.settings())) {
        List<Draft> drafts = IntStream.range(0, jobs).mapToObj(this::draft).toList();
        assertThat(append(server.jobs, drafts)).allMatch(Appended.New.class::isInstance);
        List<Job> done = new ArrayList<>();
        Background.together(4, () -> work(server.jobs)).forEach(done::addAll);
        assertThat(done).extracting(Job::id).doesNotHaveDuplicates().hasSize(jobs);
      }
      assertThat(dynamodb.injected()).isPositive();
      for (Job job :
          fixture.server().jobs.browse(new JobQuery("t", JobFilter.ALL, 100, null)).items()) {
        assertThat(job.state()).isEqualTo(State.COMPLETED);
        assertThat(job.attempt()).isEqualTo(2);
      }
    }
  }

  private Draft draft(int number) {
    NewJob.Builder job = NewJob.builder("x").queue("work").payload("p" + number);
    return Drafts.draft("t", (number % 2 == 0 ? job : job.requestId("r" + number)).build());
  }

  private static List<Appended> append(AwsJobStore store, List<Draft> drafts) {
    return store.append(drafts);
  }

  /// Fails first attempts and completes second ones, until nothing is left.
  private List<Job> work(AwsJobStore store) {
    List<Job> completed = new ArrayList<>();
    LeaseQuery some = new LeaseQuery(queue, "w", 3, LONG, Duration.ofSeconds(2));
    for (List<Job> leased = store.lease(some); !leased.isEmpty(); leased = store.lease(some)) {
      for (Job job : leased) {
        assertThat(store.apply(List.of(step(job)))).hasOnlyElementsOfType(Applied.Done.class);
        if (job.attempt() == 2) {
          completed.add(job);
        }
      }
    }
    return completed;
  }

  private static Step step(Job job) {
    return job.attempt() == 1
        ? Transitions.settled(
            job, Outcome.retry("once", Duration.ZERO), RetryPolicy.DEFAULT.withJitter(0), 0)
        : Transitions.completed(
            new LeaseKey(new JobKey(job.tenant(), job.id()), job.attempt()), Payload.of("done"));
  }
}
