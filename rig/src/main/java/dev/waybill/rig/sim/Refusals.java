package dev.waybill.rig.sim;

import dev.waybill.Refused;

/// Which refusals may come to whom.
final class Refusals {

  private Refusals() {}

  static void expected(Refused refused, boolean mayConflict) {
    boolean known =
        switch (refused.code()) {
          case STORE_FULL, QUOTA_EXCEEDED, STORE_FAILED, INTERRUPTED, DISK_FULL -> true;
          case REQUEST_ID_CONFLICT -> mayConflict;
          case INVALID_ARGUMENT,
              INVALID_ID,
              INVALID_NAME,
              INVALID_DELAY,
              INVALID_RETRY_POLICY,
              INVALID_CURSOR,
              INVALID_TOKEN,
              PAYLOAD_TOO_LARGE,
              TOO_MANY_ITEMS,
              UNKNOWN_TYPE,
              SCHEMA_VIOLATION,
              INVALID_SCHEMA,
              INCOMPATIBLE_SCHEMA,
              NOT_FOUND,
              WRONG_STATE,
              LEASE_LOST,
              STORE_LOCKED,
              NEWER_FORMAT,
              OLDER_FORMAT,
              CORRUPT,
              CLOSED ->
              false;
        };
    BrokenPromise.unless(known, "X1", "refused without reason: %s", refused);
  }

  /// Whether the call, or the part of it, met a fault of the store.
  static boolean isFault(Refused refused) {
    return switch (refused.code()) {
      case STORE_FAILED, INTERRUPTED, DISK_FULL -> true;
      default -> false;
    };
  }
}
