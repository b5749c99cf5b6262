package dev.waybill.schedules.cron;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.schedule.Timing;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Compares random expressions with a minute-by-minute walk through several years that is
/// independent of the search for the next slot.
final class CronPropertiesTest {

  private static final Instant BEGIN = Instant.parse("2017-09-01T00:00:00Z");
  private static final Instant END = Instant.parse("2019-05-01T00:00:00Z");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UTC",
        "Europe/Lisbon",
        "America/New_York",
        "Australia/Lord_Howe",
        "America/Sao_Paulo",
        "Asia/Beirut",
        "Africa/Casablanca"
      })
  void no_minute_is_missed_or_added(String name) {
    long seed = name.hashCode();
    Random random = new Random(seed);
    ZoneId zone = ZoneId.of(name);
    for (int i = 0; i < 6; i++) {
      String text = expression(random);
      Cron cron = Cron.parse(text);
      assertThat(found(text, zone)).as("%s in %s", text, zone).isEqualTo(walked(cron, zone));
    }
  }

  private static List<Instant> found(String text, ZoneId zone) {
    Slots slots = Slots.of(Timing.cron(text, zone));
    List<Instant> found = new ArrayList<>();
    Instant slot = slots.next(BEGIN.minusSeconds(1));
    while (slot != null && slot.isBefore(END)) {
      if (!found.isEmpty() && !slot.isAfter(found.getLast())) {
        throw new AssertionError(slot + " does not follow " + found.getLast());
      }
      found.add(slot);
      slot = slots.next(slot);
    }
    return found;
  }

  private static List<Instant> walked(Cron cron, ZoneId zone) {
    boolean realTime = cron.isEveryHour();
    List<Instant> matches = new ArrayList<>();
    LocalDateTime before = LocalDateTime.ofInstant(BEGIN.minusSeconds(60), zone);
    for (Instant at = BEGIN; at.isBefore(END); at = at.plusSeconds(60)) {
      LocalDateTime local = LocalDateTime.ofInstant(at, zone);
      boolean fits = cron.matches(local) && (realTime || local.isAfter(before));
      if (fits || (!realTime && skippedMatch(cron, before, local))) {
        matches.add(at);
      }
      before = realTime || local.isAfter(before) ? local : before;
    }
    return matches;
  }

  /// True if the clocks skipped a minute that matches.
  private static boolean skippedMatch(Cron cron, LocalDateTime before, LocalDateTime now) {
    for (LocalDateTime gone = before.plusMinutes(1);
        gone.isBefore(now);
        gone = gone.plusMinutes(1)) {
      if (cron.matches(gone)) {
        return true;
      }
    }
    return false;
  }

  private static String expression(Random random) {
    String minute = pick(random, "*", "0", "30", "*/7", "15,45", "5-50/9", "59");
    String hour = pick(random, "*", "0", "1", "2", "*/2", "0-3", "1,23", "0-23", "2/5");
    String day = pick(random, "*", "*", "?", "1", "L", "L-2", "15W", "*/3", "10-20");
    String month = pick(random, "*", "*", "MAR,OCT,NOV", "2-11/3", "APR");
    String weekday = pick(random, "*", "*", "?", "SUN", "MON-FRI", "SUN#1", "SUNL", "6#2,3");
    return String.join(" ", minute, hour, day, month, weekday);
  }

  private static String pick(Random random, String... choices) {
    return choices[random.nextInt(choices.length)];
  }

  @ParameterizedTest
  @ValueSource(strings = {"0 0 29 2 *", "0 0 ? 2 MON#5", "0 0 31 12 *", "* * * * * *"})
  void the_next_slot_is_found_in_bounded_time_from_anywhere(String text) {
    ZoneId zone = ZoneId.of("America/New_York");
    Slots slots = Slots.of(Timing.cron(text, zone));
    for (Instant from = Instant.EPOCH;
        from.isBefore(Instant.parse("2150-01-01T00:00:00Z"));
        from = from.plus(Duration.ofDays(1_000))) {
      Instant next = java.util.Objects.requireNonNull(slots.next(from));
      assertThat(next).isAfter(from);
      assertThat(isRight(Cron.parse(text), next, zone)).isTrue();
    }
  }

  private static boolean isRight(Cron cron, Instant slot, ZoneId zone) {
    ZoneOffsetTransition change = zone.getRules().previousTransition(slot.plusNanos(1));
    boolean afterGap = change != null && change.getInstant().equals(slot);
    return cron.matches(LocalDateTime.ofInstant(slot, zone)) || afterGap;
  }
}
