package dev.waybill.rig.sim;

import dev.waybill.NewJob;
import dev.waybill.Priority;
import dev.waybill.RetryPolicy;
import dev.waybill.rig.sim.oracle.TrackedJobs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/// Generates jobs, and remembers those with a request ID in order to repeat them.
final class JobGenerator {

  private static final String[] TYPES = {"plain", "quick", "limited"};
  private static final List<Priority> LANES = List.of(Priority.values());
  private static final int DAY = 86_400_000;

  private final World world;
  private final SplittableRandom random;
  private final Map<String, List<NewJob>> repeatable = new HashMap<>();
  private int bodies;

  JobGenerator(World world) {
    this.world = world;
    random = world.random;
  }

  /// A number that was not used for a payload before.
  int nextBody() {
    return ++bodies;
  }

  NewJob draw(String tenant) {
    List<NewJob> earlier = repeatable.computeIfAbsent(tenant, _ -> new ArrayList<>());
    if (!earlier.isEmpty() && world.oneIn(4)) {
      NewJob again = earlier.get(random.nextInt(earlier.size()));
      return world.oneIn(6) ? withBody(again.toBuilder()) : again;
    }
    NewJob fresh = fresh();
    if (fresh.requestId() != null) {
      earlier.add(fresh);
    }
    return fresh;
  }

  private NewJob fresh() {
    NewJob.Builder job =
        NewJob.builder(TYPES[random.nextInt(TYPES.length)])
            .queue(world.anyQueue())
            .priority(LANES.get(random.nextInt(LANES.size())));
    if (random.nextBoolean()) {
      String request = "r" + bodies;
      job.requestId(request).tags(TrackedJobs.REQUEST_TAG + request);
    }
    addTimes(job);
    if (world.oneIn(5)) {
      job.retry(policy());
    }
    return withBody(job);
  }

  private NewJob withBody(NewJob.Builder job) {
    int body = nextBody();
    return job.payload(NumberedPayloads.of(body)).correlationId(Integer.toString(body)).build();
  }

  private void addTimes(NewJob.Builder job) {
    int longest = world.plan.longestDelay();
    switch (random.nextInt(12)) {
      case 0, 1, 2 -> job.delay(Duration.ofMillis(random.nextInt(longest)));
      case 3 -> job.runAt(world.time.instant().plusMillis(random.nextInt(-1_000, longest)));
      case 4 -> {
        if (world.oneIn(8)) {
          job.delay(Duration.ofMillis((long) random.nextInt(1, 400) * DAY));
        }
      }
      default -> {}
    }
    if (world.oneIn(7)) {
      job.deadline(world.time.instant().plusMillis(random.nextInt(-1_000, 2 * longest)));
    }
    if (world.oneIn(10)) {
      job.timeout(Duration.ofMillis(1 + random.nextInt(world.plan.longestHold())));
    }
  }

  private RetryPolicy policy() {
    return RetryPolicy.DEFAULT
        .withMaxErrors(1 + random.nextInt(4))
        .withMaxCrashes(1 + random.nextInt(4))
        .withDelays(Duration.ofMillis(random.nextInt(500)), 3, Duration.ofSeconds(10));
  }
}
