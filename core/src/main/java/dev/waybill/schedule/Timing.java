package dev.waybill.schedule;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;

/// When a schedule fires. Each planned time is a slot.
public sealed interface Timing {

  /// Whenever the local time of a zone matches the expression; see `docs/schedules.md`.
  record Cron(String expression, ZoneId zone) implements Timing {}

  /// At fixed intervals of elapsed time, independent of time zones.
  ///
  /// @param anchor any one of its slots, in the past or in the future; the others follow from it
  record Every(Duration interval, Instant anchor) implements Timing {}

  /// Once, at a local time of a zone. If a clock change skips that time, at the first moment after
  /// the gap; if it occurs twice, the first time.
  record Once(LocalDateTime at, ZoneId zone) implements Timing {}

  static Timing cron(String expression, ZoneId zone) {
    return new Cron(expression, zone);
  }

  /// Counts from the start of 1970, so `every 1h` means the full hour in UTC.
  static Timing every(Duration interval) {
    return new Every(interval, Instant.EPOCH);
  }

  static Timing at(Instant time) {
    return new Once(LocalDateTime.ofInstant(time, ZoneOffset.UTC), ZoneOffset.UTC);
  }
}
