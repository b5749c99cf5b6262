package dev.waybill.schedules;

import dev.waybill.schedule.Schedule;
import java.time.Instant;
import java.util.Objects;

/// A schedule as it is kept.
///
/// @param createdAt tells it from one of the same name that was deleted before
/// @param countsFrom slots up to this moment are none of its own: when it was made, or when its
///     times were last changed
record Definition(
    Schedule schedule, int version, Instant createdAt, Instant changedAt, Instant countsFrom) {

  static Definition first(Schedule schedule, Instant now) {
    return new Definition(schedule, 1, now, now, now);
  }

  Definition changedTo(Schedule other, Instant now) {
    if (other.equals(schedule)) {
      return this;
    }
    Instant from = firesAs(other) ? countsFrom : now;
    return new Definition(other, version + 1, createdAt, now, from);
  }

  private boolean firesAs(Schedule other) {
    return schedule.timing().equals(other.timing())
        && schedule.jitter().equals(other.jitter())
        && schedule.paused() == other.paused()
        && Objects.equals(schedule.startAt(), other.startAt())
        && Objects.equals(schedule.endAt(), other.endAt());
  }
}
