package dev.waybill.engine.feed;

import dev.waybill.engine.ByteBudget;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.JobStore;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The jobs that somebody follows. A job that nobody follows takes no memory.
public final class Tails {

  /// What the latest events of all jobs may take together.
  static final long BYTES = 64L * RecentEvents.BYTES;

  private final ConcurrentHashMap<JobKey, Watched> watched = new ConcurrentHashMap<>();
  private final ByteBudget budget = new ByteBudget(BYTES);
  private final JobStore jobs;

  /// How many readers there are is touched inside the map's own lock alone.
  private record Watched(SharedTail tail, int readers) {}

  public Tails(JobStore jobs) {
    this.jobs = jobs;
  }

  /// To be followed by [#leave].
  SharedTail join(JobKey job) {
    return watched.compute(job, this::withOneMore).tail();
  }

  void leave(JobKey job) {
    watched.computeIfPresent(job, (_, known) -> withOneLess(known));
  }

  public int size() {
    return watched.size();
  }

  public long bytes() {
    return budget.held();
  }

  private Watched withOneMore(JobKey job, @Nullable Watched known) {
    return known == null
        ? new Watched(new SharedTail(jobs, job, budget), 1)
        : new Watched(known.tail(), known.readers() + 1);
  }

  private static @Nullable Watched withOneLess(Watched known) {
    if (known.readers() == 1) {
      known.tail().forget();
      return null;
    }
    return new Watched(known.tail(), known.readers() - 1);
  }
}
