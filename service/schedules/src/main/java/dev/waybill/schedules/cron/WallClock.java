package dev.waybill.schedules.cron;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;

/// Converts local time to instants.
final class WallClock {

  private WallClock() {}

  /// The instant of a local time in a zone: the first one if it occurs twice, and the first instant
  /// after the gap if it is skipped.
  static Instant moment(LocalDateTime local, ZoneId zone) {
    ZoneOffsetTransition change = zone.getRules().getTransition(local);
    if (change == null) {
      return local.toInstant(zone.getRules().getOffset(local));
    }
    return change.isGap() ? change.getInstant() : local.toInstant(change.getOffsetBefore());
  }
}
