package dev.waybill.schedule;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import java.time.Duration;

/// How a schedule treats slots that passed while no server was running.
///
/// @param max the maximum number of slots to fire; the latest ones are chosen
/// @param window slots that passed longer ago are skipped
public record CatchUp(Mode mode, int max, Duration window) {

  public enum Mode {
    NONE,
    /// Fires the latest slot.
    LAST,
    ALL
  }

  public static final CatchUp DEFAULT = last(Duration.ofHours(1));

  public CatchUp {
    check(max >= 0 && max <= ScheduleLimits.CAUGHT_UP, "max must be 0 to 1000; it is " + max);
    check(
        !window.isNegative() && window.compareTo(ScheduleLimits.MAX_WINDOW) <= 0,
        "window must be PT0S to " + ScheduleLimits.MAX_WINDOW + "; it is " + window);
  }

  public static CatchUp none() {
    return new CatchUp(Mode.NONE, 0, Duration.ZERO);
  }

  public static CatchUp last(Duration window) {
    return new CatchUp(Mode.LAST, 1, window);
  }

  public static CatchUp all(int max, Duration window) {
    return new CatchUp(Mode.ALL, max, window);
  }

  private static void check(boolean holds, String otherwise) {
    if (!holds) {
      throw new WaybillException(Code.INVALID_ARGUMENT, "catch-up: " + otherwise);
    }
  }
}
