package dev.waybill.rig.sim;

import dev.waybill.RetryPolicy;
import dev.waybill.rig.sim.time.VirtualTime;
import dev.waybill.settings.Retention;
import dev.waybill.settings.Settings;
import java.time.Duration;
import java.util.SplittableRandom;

/// The parameters of one seed. Each seed omits some actions and prefers others, so that together
/// they cover more than one uniform mix.
///
/// @param faultsPerMille store calls in a thousand that are disturbed
/// @param longestHold the longest lease, in milliseconds
/// @param longestDelay the longest usual delay, in milliseconds
/// @param skewedClocks true if each server has its own clock
/// @param shortRetention true if finished jobs are deleted soon
record SimPlan(
    int steps,
    int tenants,
    int queues,
    int servers,
    int producers,
    int workers,
    int operators,
    int faultsPerMille,
    int longestHold,
    int longestDelay,
    int maxLiveJobs,
    boolean clockJumps,
    boolean skewedClocks,
    boolean shortRetention) {

  private static final Duration SHORT = Duration.ofMinutes(1);

  static SimPlan draw(SplittableRandom random) {
    boolean crowded = random.nextInt(100) == 0;
    return new SimPlan(
        crowded ? 1_500 : 250 + random.nextInt(500),
        1 + random.nextInt(3),
        1 + random.nextInt(3),
        1 + random.nextInt(3),
        1 + random.nextInt(4),
        crowded ? 200 + random.nextInt(200) : 2 + random.nextInt(14),
        random.nextInt(3),
        random.nextInt(4) == 0 ? 0 : 5 + random.nextInt(120),
        200 + random.nextInt(random.nextBoolean() ? 2_000 : 30_000),
        100 + random.nextInt(random.nextBoolean() ? 5_000 : 90_000),
        random.nextInt(8) == 0 ? 20 : 100_000,
        random.nextInt(3) == 0,
        random.nextInt(3) == 0,
        random.nextInt(4) == 0);
  }

  /// Settings for an engine without background tasks.
  Settings settings(VirtualTime time) {
    RetryPolicy quick =
        RetryPolicy.DEFAULT.withDelays(Duration.ofMillis(200), 2, Duration.ofMillis(longestDelay));
    Settings.TypeSettings limited =
        new Settings.TypeSettings(quick.withMaxErrors(2), Duration.ofMillis(longestHold / 2 + 1));
    return Settings.DEFAULT
        .withClock(time)
        .withMaintenanceEvery(null)
        .withMaxLiveJobs(maxLiveJobs)
        .withRetention(shortRetention ? forgetful() : Retention.DEFAULT)
        .withType("quick", new Settings.TypeSettings(quick, null))
        .withType("limited", limited);
  }

  private static Retention forgetful() {
    return new Retention(
        SHORT, SHORT, SHORT, SHORT.multipliedBy(2), SHORT, java.time.Duration.ZERO);
  }
}
