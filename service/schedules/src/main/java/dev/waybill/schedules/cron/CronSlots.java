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

/// An expression in a zone.
///
/// Where the expression takes every hour, its slots are all moments at which the clocks show what
/// it says. Where it names hours, a time that the clocks skip falls on the first moment after the
/// gap, and one that they show twice counts the first time.
record CronSlots(Cron cron, ZoneId zone) implements Slots {

  /// Two offsets of a zone differ by less.
  private static final Duration LONGEST_SHIFT = Duration.ofDays(2);

  /// Goes from one change of the clocks to the next: in between, local time is plain arithmetic.
  /// Changes long before the next match are passed over, since no clock shows a match until then.
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

  /// Whether the clocks jumped right here over a time that the expression names.
  private boolean endsMatchingGap(ZoneOffsetTransition change, Instant here) {
    if (cron.isEveryHour() || !change.isGap() || !change.getInstant().equals(here)) {
      return false;
    }
    LocalDateTime skipped = cron.next(change.getDateTimeBefore());
    return skipped != null && skipped.isBefore(change.getDateTimeAfter());
  }

  /// Passes over what the clocks show for the second time.
  private LocalDateTime firstNotSeen(@Nullable ZoneOffsetTransition change, LocalDateTime local) {
    if (change == null || change.isGap() || cron.isEveryHour()) {
      return local;
    }
    LocalDateTime turnedBack = change.getDateTimeBefore();
    return local.isBefore(turnedBack) ? turnedBack : local;
  }
}
