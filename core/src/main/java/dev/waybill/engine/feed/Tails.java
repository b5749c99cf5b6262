package dev.waybill.engine.feed;

import dev.waybill.engine.ByteBudget;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.JobStore;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The jobs that are followed. Other jobs take no memory.
public final class Tails {

  /// The maximum size of the latest events of all jobs together.
  static final long BYTES = 64L * RecentEvents.BYTES;

  private final ConcurrentHashMap<JobKey, Watched> watched = new ConcurrentHashMap<>();
  private final ByteBudget budget = new ByteBudget(BYTES);
  private final JobStore jobs;

  /// The number of readers is changed only under the lock of the map.
  private record Watched(SharedTail tail, int readers) {}

  public Tails(JobStore jobs) {
    this.jobs = jobs;
  }

  /// The caller must call [#leave] later.
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
