package dev.waybill.schedules.cron;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;

/// What clocks on the wall mean.
final class WallClock {

  private WallClock() {}

  /// The moment at which the clocks of a zone show a time: the first one where they show it twice,
  /// the first one after the gap where they skip it.
  static Instant moment(LocalDateTime local, ZoneId zone) {
    ZoneOffsetTransition change = zone.getRules().getTransition(local);
    if (change == null) {
      return local.toInstant(zone.getRules().getOffset(local));
    }
    return change.isGap() ? change.getInstant() : local.toInstant(change.getOffsetBefore());
  }
}
