package dev.waybill.schedules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.NewJob;
import dev.waybill.engine.register.Register;
import dev.waybill.schedule.Action;
import dev.waybill.schedule.CatchUp;
import dev.waybill.schedule.Schedule;
import dev.waybill.schedule.Timing;
import dev.waybill.schedule.Upcoming;
import dev.waybill.schedules.cron.Slots;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The number of slots that one answer computes.
final class PlanCostTest {

  private static final Instant BEGIN = Instant.parse("2030-01-01T00:00:00Z");
  private static final Duration DAY = Duration.ofDays(1);

  /// Counts the calls for the next slot.
  private static final class Counted implements Slots {
    private final Slots slots;
    int steps;

    Counted(Timing timing) {
      slots = Slots.of(timing);
    }

    @Override
    public @Nullable Instant next(Instant after) {
      steps++;
      return slots.next(after);
    }
  }

  @Test
  void the_longest_jitter_over_the_densest_slots_costs_few_steps() {
    Counted slots = new Counted(Timing.cron("* * * * * *", ZoneOffset.UTC));
    Plan plan = plan(slots, everySecond().jitter(DAY).build());
    assertThat(plan.firstAfter(BEGIN.plus(DAY).plus(DAY))).isNotNull();
    assertThat(slots.steps).isLessThan(50);
  }

  @ParameterizedTest
  @ValueSource(strings = {"* * * * * *", "*/7 3 * * * *", "0 0 9 * * *", "0 0 0 29 2 *"})
  void firings_with_jitter_equal_an_exhaustive_search(String expression) {
    Timing timing = Timing.cron(expression, ZoneOffset.UTC);
    Schedule schedule = everySecond().timing(timing).jitter(Duration.ofMinutes(50)).build();
    Plan plan = plan(Slots.of(timing), schedule);
    Instant time = Instant.parse("2032-02-28T23:30:00Z");
    for (int i = 0; i < 200; i++) {
      assertThat(plan.firstAfter(time)).as("after " + time).isEqualTo(slowly(plan, time));
      time = time.plusSeconds(37);
    }
  }

  @Test
  void a_downtime_of_a_week_costs_a_bounded_number_of_steps() {
    Counted slots = new Counted(Timing.every(Duration.ofSeconds(1)));
    Plan plan = plan(slots, everySecond().catchUp(CatchUp.all(1_000, Duration.ofDays(7))).build());
    Instant now = BEGIN.plus(Duration.ofDays(7));
    Upcoming first = Objects.requireNonNull(plan.firstAfter(BEGIN));
    Missed missed = Missed.of(plan, first, now, now);
    assertThat(missed.owed()).hasSize(1_000);
    assertThat(missed.owed().getLast().slot()).isEqualTo(now);
    assertThat(slots.steps).isLessThan(60_000);
  }

  @Test
  void slots_that_another_server_fired_are_skipped_at_once() {
    Counted slots = new Counted(Timing.every(Duration.ofSeconds(1)));
    AgendaEntry entry = new AgendaEntry(plan(slots, everySecond().build()), BEGIN);
    entry.passOver(BEGIN.plus(Duration.ofDays(7)));
    assertThat(Objects.requireNonNull(entry.head()).slot())
        .isEqualTo(BEGIN.plus(Duration.ofDays(7)).plusSeconds(1));
    assertThat(slots.steps).isLessThan(50);
  }

  private static @Nullable Upcoming slowly(Plan plan, Instant time) {
    Upcoming found = plan.next(time.minus(plan.schedule().jitter()).minusMillis(1));
    while (found != null && !found.at().isAfter(time)) {
      found = plan.next(found.slot());
    }
    return found;
  }

  private static Schedule.Builder everySecond() {
    return Schedule.builder(
        "s", Timing.every(Duration.ofSeconds(1)), new Action.StartJob(NewJob.of("t", "")));
  }

  private static Plan plan(Slots slots, Schedule schedule) {
    return new Plan(new Register.Name("default", "s"), Definition.first(schedule, BEGIN), slots);
  }
}
