package dev.waybill.schedule;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;

/// When a schedule fires. Each of its times is a slot.
public sealed interface Timing {

  /// Whenever the clocks of a zone show what the expression says; see `docs/schedules.md`.
  record Cron(String expression, ZoneId zone) implements Timing {}

  /// Again and again in real time, whatever clocks show.
  ///
  /// @param anchor any one of its slots, before or after now; the others follow from it
  record Every(Duration interval, Instant anchor) implements Timing {}

  /// Once, when the clocks of a zone show this time. Where they skip it, at the first moment after;
  /// where they show it twice, the first time.
  record Once(LocalDateTime at, ZoneId zone) implements Timing {}

  static Timing cron(String expression, ZoneId zone) {
    return new Cron(expression, zone);
  }

  /// Counted from the beginning of 1970, so that every hour means the full hour in UTC.
  static Timing every(Duration interval) {
    return new Every(interval, Instant.EPOCH);
  }

  static Timing at(Instant time) {
    return new Once(LocalDateTime.ofInstant(time, ZoneOffset.UTC), ZoneOffset.UTC);
  }
}
