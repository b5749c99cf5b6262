package dev.waybill.schedules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.JobId;
import dev.waybill.Lease;
import dev.waybill.State;
import dev.waybill.schedule.Overlap;
import dev.waybill.schedule.ScheduleStatus;
import dev.waybill.schedule.Skipped;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class OverlapTest extends ScheduleTest {

  @Test
  void allowed_runs_overlap() {
    put(everyMinute("m").overlap(Overlap.ALLOW));
    advance(3, MINUTE);
    assertThat(work()).hasSize(3);
  }

  @Test
  void a_slot_is_skipped_while_the_previous_run_is_active() {
    put(everyMinute("m").overlap(Overlap.SKIP));
    advance(2, MINUTE);
    Lease lease = work().getFirst();
    advance(MINUTE);
    finish(lease);
    advance(MINUTE);
    assertThat(slots("m")).containsExactly("2030-01-01T00:01:00Z", "2030-01-01T00:04:00Z");
    ScheduleStatus status = status("m");
    assertThat(status.skipped()).isEqualTo(Map.of(Skipped.Reason.OVERLAP, 2L));
    assertThat(status.lastSkipped().getLast().first()).isEqualTo("2030-01-01T00:02:00Z");
    assertThat(status.lastSkipped().getLast().detail())
        .isEqualTo("job " + lease.job().id() + " has not finished");
  }

  @Test
  void a_manual_run_counts_as_the_previous_run() {
    put(everyMinute("m").overlap(Overlap.SKIP));
    schedules.runNow("m", "k");
    advance(MINUTE);
    assertThat(slots("m")).containsExactly("run:k");
    finishAll();
    advance(MINUTE);
    assertThat(slots("m")).containsExactly("2030-01-01T00:02:00Z", "run:k");
  }

  @Test
  void one_slot_is_queued_and_starts_when_the_previous_run_has_finished() {
    put(everyMinute("m").overlap(Overlap.QUEUE_ONE));
    advance(MINUTE);
    Lease lease = work().getFirst();
    advance(2, MINUTE);
    assertThat(slots("m")).isEqualTo(minutes(1, 1));
    assertThat(status("m").queued()).isEqualTo("2030-01-01T00:02:00Z");
    assertThat(status("m").skipped()).isEqualTo(Map.of(Skipped.Reason.OVERLAP, 1L));
    finish(lease);
    advance(Duration.ofSeconds(2));
    assertThat(slots("m")).isEqualTo(minutes(1, 2));
    assertThat(status("m").queued()).isNull();
  }

  @Test
  void a_queued_slot_fires_before_the_next_one_that_is_due_at_the_same_time() {
    put(everyMinute("m").overlap(Overlap.QUEUE_ONE));
    advance(2, MINUTE);
    finishAll();
    clock.advance(MINUTE);
    service.tick();
    assertThat(slots("m")).isEqualTo(minutes(1, 2));
    assertThat(status("m").queued()).isEqualTo("2030-01-01T00:03:00Z");
  }

  @Test
  void a_queued_slot_survives_its_server() {
    put(everyMinute("m").overlap(Overlap.QUEUE_ONE));
    advance(2, MINUTE);
    finishAll();
    restartAfter(Duration.ofSeconds(10));
    assertThat(slots("m")).isEqualTo(minutes(1, 2));
  }

  @Test
  void the_previous_run_is_canceled() {
    put(everyMinute("m").overlap(Overlap.CANCEL_PREVIOUS));
    advance(MINUTE);
    JobId waiting = jobs("m").getFirst().id();
    advance(MINUTE);
    assertThat(state(waiting)).isEqualTo(State.CANCELLED);
    Lease running = work().getFirst();
    advance(MINUTE);
    assertThat(engine.find(running.job().id()).orElseThrow().progress().cancelRequested()).isTrue();
    assertThat(slots("m")).isEqualTo(minutes(1, 3));
  }

  @Test
  void a_run_is_active_until_all_jobs_of_its_event_have_finished() {
    put(
        everyMinute("e")
            .overlap(Overlap.SKIP)
            .action(
                new dev.waybill.schedule.Action.PublishEvent(
                    "t", "hello", dev.waybill.Payload.of("{}"), Map.of())));
    topics.queues = java.util.List.of("default", "slow");
    advance(MINUTE);
    finishAll();
    advance(MINUTE);
    assertThat(slots("e")).containsOnly("2030-01-01T00:01:00Z");
  }
}
