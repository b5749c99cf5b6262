package dev.waybill.record;

import dev.waybill.Priority;
import java.time.Duration;

/// Decides which lane of a queue supplies the next job: the most urgent lane that has one. Every
/// tenth job comes from a lower lane whose first job has waited for 30 seconds, the longest waiting
/// first, so that no lane starves.
public final class Picking {

  /// The ready time of a lane without jobs.
  public static final long EMPTY = Long.MAX_VALUE;

  public static final int NO_LANE = -1;
  public static final int AGING_EVERY = 10;
  public static final Duration AGING_AFTER = Duration.ofSeconds(30);

  private static final int LANES = Priority.values().length;
  private static final long AGING_AFTER_MILLIS = AGING_AFTER.toMillis();

  /// The first jobs of the lanes of a queue. The number of a lane is the code of its priority, see
  /// [dev.waybill.bytes.JobCodes]: the most urgent lane is 0.
  public interface Heads {

    /// The time since which the first job of a lane is ready, in milliseconds, or [#EMPTY].
    long readySince(int lane);
  }

  private int picks;

  /// The lane whose first job is next, or [#NO_LANE]. Counts the job as picked.
  public int next(Heads heads, long now) {
    int first = first(heads);
    if (first == NO_LANE) {
      return NO_LANE;
    }
    picks++;
    return picks % AGING_EVERY == 0 ? aged(first, heads, now) : first;
  }

  private static int first(Heads heads) {
    for (int lane = 0; lane < LANES; lane++) {
      if (heads.readySince(lane) != EMPTY) {
        return lane;
      }
    }
    return NO_LANE;
  }

  /// Of the lanes below the first, the one whose job has waited longest and long enough.
  private static int aged(int first, Heads heads, long now) {
    int picked = first;
    long oldest = now - AGING_AFTER_MILLIS + 1;
    for (int lane = first + 1; lane < LANES; lane++) {
      long since = heads.readySince(lane);
      if (since < oldest) {
        oldest = since;
        picked = lane;
      }
    }
    return picked;
  }
}
