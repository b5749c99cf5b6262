package dev.waybill.schedules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Waybill;
import dev.waybill.schedule.CatchUp;
import dev.waybill.schedule.Overlap;
import dev.waybill.schedule.Schedule;
import dev.waybill.schedule.Skipped;
import dev.waybill.schedule.Timing;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Firings after a downtime. Slots 1 and 2 have fired; the servers start again at 12:30 minutes,
/// and slots 3 to 11 were missed by more than half a minute.
final class CatchUpTest extends ScheduleTest {

  private static final Duration DOWNTIME = Duration.ofSeconds(630);

  private void downtime(Schedule.Builder schedule) {
    put(schedule);
    advance(2, MINUTE);
    assertThat(slots("m")).isEqualTo(minutes(1, 2));
    restartAfter(DOWNTIME);
  }

  @Test
  void catch_up_none_fires_no_missed_slot() {
    downtime(everyMinute("m").catchUp(CatchUp.none()));
    assertThat(slots("m")).isEqualTo(minutes(1, 2));
    assertThat(status("m").skipped()).isEqualTo(Map.of(Skipped.Reason.MISSED, 10L));
    Skipped missed = status("m").lastSkipped().getFirst();
    assertThat(missed.first()).isEqualTo("2030-01-01T00:03:00Z");
    assertThat(missed.last()).isEqualTo("2030-01-01T00:12:00Z");
  }

  @Test
  void without_catch_up_a_slot_fires_if_the_server_is_back_within_a_second() {
    put(everyMinute("m").catchUp(CatchUp.none()));
    restartAfter(MINUTE.plusSeconds(1));
    assertThat(slots("m")).isEqualTo(minutes(1, 1));
    restartAfter(MINUTE.plusMillis(1));
    advance(ScheduleEngine.STANDBY);
    assertThat(slots("m")).isEqualTo(minutes(1, 1));
    assertThat(status("m").lastSkipped().getFirst().first()).isEqualTo("2030-01-01T00:02:00Z");
  }

  @Test
  void without_catch_up_nothing_fires_late_after_a_pause_of_the_process() {
    put(schedule("s", Timing.every(Duration.ofSeconds(5))).catchUp(CatchUp.none()));
    advance(Duration.ofSeconds(22));
    assertThat(slots("s")).isEmpty();
    assertThat(status("s").skipped()).isEqualTo(Map.of(Skipped.Reason.MISSED, 4L));
    advance(3, Duration.ofSeconds(1));
    assertThat(slots("s")).containsExactly("2030-01-01T00:00:25Z");
  }

  @Test
  void slots_that_fired_before_a_clean_stop_were_not_missed() {
    put(schedule("s", Timing.every(Duration.ofSeconds(1))).catchUp(CatchUp.none()));
    advance(6, Duration.ofSeconds(1));
    assertThat(slots("s")).hasSize(6);
    service.close();
    restartAfter(Duration.ofSeconds(40));
    Skipped missed = status("s").lastSkipped().getFirst();
    assertThat(missed.first()).isEqualTo("2030-01-01T00:00:07Z");
    assertThat(missed.last()).isEqualTo("2030-01-01T00:00:44Z");
    assertThat(missed.count()).isEqualTo(38);
  }

  @Test
  void unhandled_slots_before_a_clean_stop_are_not_lost() {
    put(everyMinute("m").catchUp(CatchUp.last(Duration.ofHours(1))));
    advance(MINUTE);
    clock.advance(MINUTE);
    service.close();
    restartAfter(Duration.ofSeconds(40));
    assertThat(slots("m")).isEqualTo(minutes(1, 2));
  }

  @Test
  void catch_up_last_fires_the_last_missed_slot() {
    downtime(everyMinute("m").catchUp(CatchUp.last(Duration.ofHours(1))));
    assertThat(slots("m"))
        .containsExactly(
            "2030-01-01T00:01:00Z",
            "2030-01-01T00:02:00Z",
            "2030-01-01T00:11:00Z",
            "2030-01-01T00:12:00Z");
    assertThat(status("m").skipped()).isEqualTo(Map.of(Skipped.Reason.MISSED, 8L));
  }

  @Test
  void catch_up_all_fires_all_missed_slots() {
    downtime(everyMinute("m").catchUp(CatchUp.all(1_000, Duration.ofHours(1))));
    assertThat(slots("m")).isEqualTo(minutes(1, 12));
    assertThat(status("m").skipped()).isEmpty();
  }

  @Test
  void catch_up_fires_at_most_the_maximum_number_of_missed_slots() {
    downtime(everyMinute("m").catchUp(CatchUp.all(3, Duration.ofHours(1))));
    assertThat(slots("m").subList(2, 6)).isEqualTo(minutes(9, 12));
    assertThat(status("m").skipped()).isEqualTo(Map.of(Skipped.Reason.MISSED, 6L));
  }

  @Test
  void missed_slots_before_the_window_are_skipped() {
    downtime(everyMinute("m").catchUp(CatchUp.all(1_000, Duration.ofMinutes(5))));
    assertThat(slots("m").subList(2, 7)).isEqualTo(minutes(8, 12));
  }

  @Test
  void a_missed_single_time_fires_within_the_window() {
    put(schedule("late", Timing.at(clock.instant().plus(MINUTE))));
    put(schedule("later", Timing.at(clock.instant().plus(MINUTE))).catchUp(CatchUp.none()));
    restartAfter(DOWNTIME);
    assertThat(slots("late")).isEqualTo(minutes(1, 1));
    assertThat(slots("later")).isEmpty();
  }

  @Test
  void the_overlap_policy_applies_to_missed_slots() {
    put(everyMinute("m").overlap(Overlap.QUEUE_ONE).catchUp(CatchUp.all(10, Duration.ofHours(1))));
    advance(MINUTE);
    restartAfter(DOWNTIME);
    assertThat(slots("m")).isEqualTo(minutes(1, 1));
    assertThat(status("m").skipped()).isEqualTo(Map.of(Skipped.Reason.OVERLAP, 9L));
    assertThat(status("m").queued()).isEqualTo("2030-01-01T00:02:00Z");
  }

  @Test
  void a_paused_schedule_has_no_missed_slots() {
    put(everyMinute("m").catchUp(CatchUp.all(10, Duration.ofHours(1))).paused(true));
    restartAfter(DOWNTIME);
    schedules.resume("m");
    advance(Duration.ofSeconds(30));
    assertThat(slots("m")).isEqualTo(minutes(11, 11));
  }

  @Test
  void a_changed_payload_keeps_missed_slots() {
    put(everyMinute("m").catchUp(CatchUp.all(10, Duration.ofHours(1))));
    close();
    clock.advance(Duration.ofMinutes(5));
    backend = dev.waybill.engine.EngineOpener.backend(folder.toUri(), settings);
    engine = dev.waybill.engine.EngineOpener.over(backend, settings);
    service = server(engine);
    schedules = service.schedules(Waybill.DEFAULT_TENANT);
    put(everyMinute("m").catchUp(CatchUp.all(10, Duration.ofHours(1))).description("new"));
    service.tick();
    assertThat(slots("m")).isEqualTo(minutes(1, 5));
  }

  @Test
  void a_downtime_of_years_is_handled_quickly() {
    put(schedule("s", Timing.every(Duration.ofSeconds(1))).catchUp(CatchUp.none()));
    restartAfter(Duration.ofDays(3_650));
    assertThat(slots("s")).hasSize(2);
    assertThat(status("s").skipped().get(Skipped.Reason.MISSED)).isEqualTo(10_000);
  }

  @Test
  void a_clock_jump_is_treated_as_downtime() {
    put(everyMinute("m").catchUp(CatchUp.last(Duration.ofHours(1))));
    advance(MINUTE);
    advance(Duration.ofMinutes(30));
    assertThat(slots("m"))
        .isEqualTo(List.of(minutes(1, 1), minutes(30, 31)).stream().flatMap(List::stream).toList());
  }

  @Test
  void a_clock_set_back_fires_no_slot_twice_and_loses_none() {
    put(everyMinute("m").catchUp(CatchUp.none()));
    advance(3, MINUTE);
    clock.set(dev.waybill.conformance.ManualClock.START.plusSeconds(70));
    advance(36, Duration.ofSeconds(5));
    assertThat(slots("m")).isEqualTo(minutes(1, 4));
  }

  @Test
  void a_clock_jump_that_is_undone_loses_no_slot() {
    put(everyMinute("m").catchUp(CatchUp.none()));
    advance(MINUTE);
    advance(Duration.ofHours(1));
    clock.set(dev.waybill.conformance.ManualClock.START.plusSeconds(90));
    advance(4, Duration.ofSeconds(30));
    assertThat(slots("m").subList(0, 3)).isEqualTo(minutes(1, 3));
  }
}
