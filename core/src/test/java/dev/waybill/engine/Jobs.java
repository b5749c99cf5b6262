package dev.waybill.engine;

import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.NewJob;
import dev.waybill.State;
import java.time.Instant;

/// Jobs in any state, for tests.
public final class Jobs {

  public static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");

  private Jobs() {}

  public static Job in(State state) {
    return in(state, 3, 1, 1);
  }

  public static Job in(State state, int attempt, int errors, int crashes) {
    return job(state, attempt, errors, crashes, false);
  }

  static Job askedToStop() {
    return job(State.RUNNING, 3, 1, 1, true);
  }

  private static Job job(State state, int attempt, int errors, int crashes, boolean stop) {
    boolean runs = state == State.RUNNING;
    return new Job(
        new JobId(0x0190_0000_0000_7000L, 0x8000_0000_0000_0001L),
        "acme",
        NOW,
        NewJob.builder("resize").queue("images").deadline(NOW.plusSeconds(60)).build(),
        Job.Progress.waiting(NOW, NOW).toBuilder()
            .state(state)
            .attempt(attempt)
            .generation(2)
            .errors(errors)
            .crashes(crashes)
            .cancelRequested(stop)
            .worker(runs ? "worker-1" : null)
            .leaseUntil(runs ? NOW.plusSeconds(30) : null)
            .build());
  }
}
