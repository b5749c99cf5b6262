package dev.waybill.schedules.cron;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import org.jspecify.annotations.Nullable;

/// A cron expression in a time zone.
///
/// If the expression matches every hour, its slots are all instants at which the local time
/// matches. If it names hours, a local time in a gap (clocks go forward) fires at the first instant
/// after the gap, and a local time that occurs twice (clocks go back) fires the first time.
record CronSlots(Cron cron, ZoneId zone) implements Slots {

  /// An upper bound for the difference of two offsets of a zone.
  private static final Duration LONGEST_SHIFT = Duration.ofDays(2);

  /// Steps from one offset change to the next: in between, local time is plain arithmetic. Changes
  /// long before the next match are skipped, because no local time matches until then.
  @Override
  public @Nullable Instant next(Instant after) {
    ZoneRules rules = zone.getRules();
    Instant from = after.truncatedTo(ChronoUnit.SECONDS).plusSeconds(1);
    while (true) {
      ZoneOffsetTransition change = rules.previousTransition(from.plusNanos(1));
      if (change != null && endsMatchingGap(change, from)) {
        return from;
      }
      ZoneOffset offset = rules.getOffset(from);
      LocalDateTime match = cron.next(firstNotSeen(change, LocalDateTime.ofInstant(from, offset)));
      if (match == null) {
        return null;
      }
      ZoneOffsetTransition following = rules.nextTransition(from);
      Instant found = match.toInstant(offset);
      if (following == null || found.isBefore(following.getInstant())) {
        return found;
      }
      from = later(following.getInstant(), found.minus(LONGEST_SHIFT));
    }
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }

  /// True if the clocks skipped a matching local time exactly here.
  private boolean endsMatchingGap(ZoneOffsetTransition change, Instant here) {
    if (cron.isEveryHour() || !change.isGap() || !change.getInstant().equals(here)) {
      return false;
    }
    LocalDateTime skipped = cron.next(change.getDateTimeBefore());
    return skipped != null && skipped.isBefore(change.getDateTimeAfter());
  }

  /// Skips local times that occur for the second time.
  private LocalDateTime firstNotSeen(@Nullable ZoneOffsetTransition change, LocalDateTime local) {
    if (change == null || change.isGap() || cron.isEveryHour()) {
      return local;
    }
    LocalDateTime turnedBack = change.getDateTimeBefore();
    return local.isBefore(turnedBack) ? turnedBack : local;
  }
}
