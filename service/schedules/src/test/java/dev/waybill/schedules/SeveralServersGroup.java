package dev.waybill.schedules;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.NewJob;
import dev.waybill.Waybill;
import dev.waybill.schedule.Action;
import dev.waybill.schedule.Overlap;
import dev.waybill.schedule.Skipped;
import dev.waybill.schedule.Timing;
import dev.waybill.spi.Fact;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/// Several servers on one store. A server without ticks is dead or slow.
abstract class SeveralServersGroup extends ScheduleTest {

  private static final Duration SECOND = Duration.ofSeconds(1);

  /// One more server, which has not fired anything yet.
  abstract ScheduleService another();

  private ScheduleService other() {
    ScheduleService other = another();
    other.tick();
    return other;
  }

  private void together(int seconds, List<ScheduleService> all) {
    for (int i = 0; i < seconds; i++) {
      clock.advance(SECOND);
      all.forEach(ScheduleService::tick);
    }
  }

  /// A server may see the writes of another one a little later.
  private void fired(String name, List<String> slots) {
    fired(name, slots, "fired");
  }

  private void fired(String name, List<String> slots, String meaning) {
    eventually(() -> assertThat(slots(name)).as(meaning).isEqualTo(slots));
  }

  @Test
  void every_slot_fires_once_on_several_servers() {
    put(everyMinute("m"));
    together(300, List.of(service, other(), other()));
    fired("m", minutes(1, 5));
    assertThat(status("m").skipped()).isEmpty();
  }

  @Test
  void servers_that_fire_at_the_same_time_fire_once() throws Exception {
    put(everyMinute("m"));
    put(everyMinute("guarded").overlap(Overlap.CANCEL_PREVIOUS));
    List<ScheduleService> all = List.of(service, another(), another());
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 20; i++) {
        clock.advance(Duration.ofSeconds(6));
        List<Callable<Instant>> ticks = new ArrayList<>();
        all.forEach(one -> ticks.add(one::tick));
        for (var done : threads.invokeAll(ticks)) {
          assertThat(done.get()).isNotNull();
        }
      }
    }
    fired("m", minutes(1, 2));
    fired("guarded", minutes(1, 2));
  }

  @Test
  void the_crash_of_the_firing_server_delays_by_seconds() {
    put(everyMinute("m"));
    ScheduleService second = other();
    ScheduleService third = other();
    together(61, List.of(service, second, third));
    List<ScheduleService> left = List.of(second, third);
    together(58, left);
    fired("m", minutes(1, 1));
    together(6, left);
    fired("m", minutes(1, 2));
    together(56, left);
    fired("m", minutes(1, 3), "the next one has taken over and is on time");
    together(66, List.of(third));
    fired("m", minutes(1, 4));
  }

  @Test
  void a_server_that_continues_after_a_pause_fires_nothing_twice() {
    put(everyMinute("m"));
    ScheduleService second = other();
    together(61, List.of(service, second));
    together(130, List.of(second));
    together(130, List.of(service, second));
    fired("m", minutes(1, 5));
  }

  @Test
  void a_change_on_one_server_applies_on_the_other() {
    ScheduleService second = other();
    put(everyMinute("m"));
    together(66, List.of(second));
    fired("m", minutes(1, 1));
    second.schedules(Waybill.DEFAULT_TENANT).pause("m");
    together(120, List.of(service, second));
    fired("m", minutes(1, 1));
  }

  @Test
  void a_slot_fires_once_if_only_one_server_knows_a_change() {
    put(everyMinute("m"));
    ScheduleService second = other();
    clock.advance(MINUTE);
    put(everyMinute("m").action(new Action.StartJob(NewJob.of("other", "{}"))));
    second.tick();
    service.tick();
    clock.advance(Duration.ofSeconds(6));
    second.tick();
    service.tick();
    fired("m", minutes(1, 1));
  }

  @Test
  void a_new_schedule_fires_although_the_firing_server_does_not_know_it_yet() {
    put(everyMinute("m"));
    ScheduleService second = other();
    clock.advance(Duration.ofMillis(59_900));
    second.tick();
    service.tick();
    second
        .schedules(Waybill.DEFAULT_TENANT)
        .put(schedule("new", Timing.at(clock.instant().plusMillis(50))).build());
    clock.advance(Duration.ofMillis(100));
    service.tick();
    together(6, List.of(second));
    assertThat(jobs("new")).hasSize(1);
  }

  @Test
  void a_skipped_slot_stays_skipped_on_other_servers() {
    put(everyMinute("m").overlap(Overlap.SKIP));
    ScheduleService second = another();
    advance(MINUTE);
    advance(MINUTE);
    finishAll();
    clock.advance(Duration.ofSeconds(6));
    second.tick();
    service.tick();
    fired("m", minutes(1, 1));
    assertThat(status("m").skipped()).isEqualTo(Map.of(Skipped.Reason.OVERLAP, 1L));
  }

  @Test
  void the_watermark_moves_forward_at_most_every_two_seconds() {
    put(schedule("s", Timing.every(SECOND)));
    together(60, List.of(service, other()));
    List<Fact.Recorded> moved = backend.ledger().history(Watermark.KEY, 0, 1_000);
    assertThat(moved).hasSizeBetween(10, 31);
    assertThat(moved.stream().map(one -> one.fact().at())).isSorted();
    assertThat(
            moved.stream()
                .map(one -> one.fact().data().text())
                .collect(java.util.stream.Collectors.toSet()))
        .isEqualTo(Set.of(moved.getFirst().fact().data().text()));
  }
}
