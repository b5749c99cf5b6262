package dev.waybill.backend.embedded.live;

import dev.waybill.Attempt;
import dev.waybill.spi.JobKey;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Reads one job in memory.
public final class JobSnapshot extends Command<JobSnapshot.Seen> {

  /// The job in memory; null if it is not live and did not finish recently.
  public record Seen(Machine.@Nullable Glimpse glimpse, @Nullable Attempt runningAttempt) {}

  private final JobKey key;

  public JobSnapshot(JobKey key) {
    this.key = key;
  }

  @Override
  int weight() {
    return 0;
  }

  @Override
  boolean execute(Machine machine) {
    Machine.Glimpse glimpse = machine.find(key);
    answer(new Seen(glimpse, glimpse == null ? null : attempt(glimpse.job())));
    return true;
  }

  private static @Nullable Attempt attempt(LiveJob job) {
    LiveJob.Running running = job.running;
    return running == null
        ? null
        : new Attempt(
            job.attempt, running.worker, Instant.ofEpochMilli(running.startedAt), null, null, null);
  }
}
