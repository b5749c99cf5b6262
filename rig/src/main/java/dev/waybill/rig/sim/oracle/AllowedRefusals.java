package dev.waybill.rig.sim.oracle;

import dev.waybill.Code;
import dev.waybill.result.Refused;

/// Checks that a refusal is allowed for its caller.
public final class AllowedRefusals {

  private AllowedRefusals() {}

  public static void expected(Refused refused, boolean mayConflict) {
    Code code = refused.code();
    boolean known =
        switch (code.kind()) {
          case CALL -> mayConflict && code == Code.REQUEST_ID_CONFLICT;
          case LIMIT -> true;
          case OUTAGE, STORE -> isFault(refused);
        };
    BrokenPromise.unless(known, "X1", "refused without reason: %s", refused);
  }

  /// True if the call or this part of it failed because of an injected fault.
  public static boolean isFault(Refused refused) {
    return switch (refused.code()) {
      case UNAVAILABLE, INTERRUPTED, DISK_FULL -> true;
      default -> false;
    };
  }
}
