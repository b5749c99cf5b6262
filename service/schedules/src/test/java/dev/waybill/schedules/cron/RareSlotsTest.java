package dev.waybill.schedules.cron;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.zone.ZoneRules;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Expressions with decades between matches, in zones that change their clocks twice a year.
final class RareSlotsTest {

  @ParameterizedTest
  @ValueSource(strings = {"30 2 ? 2 MON#5", "30 2 ? 3 SUN#5", "30 1 29 2 ?", "0 3 31 10 *"})
  void the_next_match_is_found_across_many_clock_changes(String expression) {
    ZoneId zone = ZoneId.of("Europe/Berlin");
    ZoneRules rules = zone.getRules();
    Cron cron = Cron.parse(expression);
    Slots slots = new CronSlots(cron, zone);
    Instant time = Instant.parse("2030-01-01T00:00:00Z");
    for (int i = 0; i < 10; i++) {
      Instant found = Objects.requireNonNull(slots.next(time));
      LocalDateTime local =
          Objects.requireNonNull(
              cron.next(LocalDateTime.ofInstant(time, rules.getOffset(time)).plusSeconds(1)));
      assertThat(found).isEqualTo(WallClock.moment(local, zone));
      time = found;
    }
  }
}
