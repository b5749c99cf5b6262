package dev.waybill.backend.embedded.live;

/// The clock of the store. It stops rather than going back a little, so that due jobs stay due; a
/// large step back is treated as the correction of a wrong clock.
public final class StoreTime {

  private static final long LARGE_STEP_MILLIS = 60_000;

  private long latest = Long.MIN_VALUE;

  /// The time to use when the wall clock shows `wall`.
  public long at(long wall) {
    boolean smallStepBack = wall < latest && latest - wall <= LARGE_STEP_MILLIS;
    if (!smallStepBack) {
      latest = wall;
    }
    return latest;
  }
}
