package dev.waybill.schedules.cron;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.base.Durations;
import dev.waybill.schedule.ScheduleLimits;
import dev.waybill.schedule.Timing;
import java.time.Duration;
import java.time.Instant;

/// Slots at equal distances in real time.
///
/// @param anchor one of the slots, in milliseconds since 1970
record IntervalSlots(long interval, long anchor) implements Slots {

  static IntervalSlots of(Timing.Every every) {
    Duration interval = every.interval();
    if (interval.compareTo(ScheduleLimits.MIN_INTERVAL) < 0
        || interval.compareTo(ScheduleLimits.MAX_INTERVAL) > 0
        || interval.toNanosPart() % 1_000_000 != 0) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT,
          "an interval must be 1s to 100 years, in whole milliseconds; it is "
              + Durations.text(interval));
    }
    if (every.anchor().isBefore(Instant.EPOCH) || !every.anchor().isBefore(ScheduleLimits.LATEST)) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT,
          "the anchor must be between 1970 and 2300; it is " + every.anchor());
    }
    return new IntervalSlots(interval.toMillis(), every.anchor().toEpochMilli());
  }

  @Override
  public Instant next(Instant after) {
    long passed = Math.floorDiv(after.toEpochMilli() - anchor, interval);
    return Instant.ofEpochMilli(anchor + (passed + 1) * interval);
  }
}
