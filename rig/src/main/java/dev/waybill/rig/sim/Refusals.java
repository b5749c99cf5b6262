package dev.waybill.rig.sim;

import dev.waybill.Code;
import dev.waybill.Refused;

/// Which refusals may come to whom.
final class Refusals {

  private Refusals() {}

  static void expected(Refused refused, boolean mayConflict) {
    Code code = refused.code();
    boolean known =
        switch (code.kind()) {
          case CALL -> mayConflict && code == Code.REQUEST_ID_CONFLICT;
          case LIMIT -> true;
          case OUTAGE, STORE -> isFault(refused);
        };
    BrokenPromise.unless(known, "X1", "refused without reason: %s", refused);
  }

  /// Whether the call, or the part of it, met a fault of the store.
  static boolean isFault(Refused refused) {
    return switch (refused.code()) {
      case UNAVAILABLE, INTERRUPTED, DISK_FULL -> true;
      default -> false;
    };
  }
}
