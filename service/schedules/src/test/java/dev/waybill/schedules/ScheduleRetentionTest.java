package dev.waybill.schedules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Tenants;
import dev.waybill.schedule.Overlap;
import dev.waybill.schedule.Skipped;
import dev.waybill.spi.Fact;
import dev.waybill.spi.LedgerKey;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Replaced facts about schedules are deleted from the ledger.
final class ScheduleRetentionTest extends ScheduleTest {

  private static final int MANY = 200;

  private List<Fact.Recorded> facts(String kind) {
    return backend.ledger().tail(0, 10_000).stream()
        .filter(one -> one.fact().key().kind().equals(kind))
        .toList();
  }

  @Test
  void old_states_of_a_schedule_are_deleted_and_the_current_one_is_kept() {
    put(everyMinute("m").overlap(Overlap.SKIP));
    advance(MANY, MINUTE);
    assertThat(facts("schedule")).hasSizeBetween(1, RunStates.KEPT + 1);
    assertThat(status("m").skipped()).isEqualTo(Map.of(Skipped.Reason.OVERLAP, MANY - 1L));
  }

  @Test
  void the_state_of_a_deleted_schedule_is_deleted() {
    put(everyMinute("m").overlap(Overlap.SKIP));
    advance(3, MINUTE);
    assertThat(facts("schedule")).isNotEmpty();
    schedules.delete("m");
    assertThat(facts("schedule")).isEmpty();
  }

  @Test
  void old_watermarks_are_deleted_and_nothing_fires_twice_after_a_restart() {
    put(everyMinute("m"));
    advance(MANY, MINUTE);
    LedgerKey key = new LedgerKey(Tenants.SYSTEM, "schedules", "watermark");
    assertThat(backend.ledger().history(key, 0, 10_000)).hasSizeBetween(1, Watermark.KEPT + 1);
    restartAfter(MINUTE);
    advance(MINUTE);
    assertThat(slots("m")).doesNotHaveDuplicates();
  }
}
