package dev.waybill.schedules;

import dev.waybill.schedule.Schedule;
import java.time.Instant;
import java.util.Objects;

/// A stored schedule.
///
/// @param createdAt distinguishes it from a deleted schedule of the same name
/// @param countsFrom slots up to this time do not count: the time of creation, or of the last
///     change of its timing
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
