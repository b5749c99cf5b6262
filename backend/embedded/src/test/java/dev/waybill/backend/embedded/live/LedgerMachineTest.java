package dev.waybill.backend.embedded.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Payload;
import dev.waybill.backend.embedded.live.LedgerMachine.Archived;
import dev.waybill.backend.embedded.live.LedgerMachine.ArchivedKey;
import dev.waybill.backend.embedded.log.Frame;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger.Answer;
import dev.waybill.spi.LedgerKey;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class LedgerMachineTest {

  private static final int MORE_THAN_ARE_KEPT = 20_001;
  private static final long LATER = 1L << 40;

  private final LedgerState state = new LedgerState();
  private final LedgerMachine machine = new LedgerMachine(state, _ -> false);
  private final Frame frame = new Frame();

  @BeforeEach
  void openFrame() {
    frame.open(0);
  }

  @Test
  void a_key_that_began_in_memory_needs_no_history() {
    assertThat(record("a", "first", nothingOf("a"))).isEqualTo(Answer.APPLIED);
    state.forget(LATER);
    assertThat(machine.isWhole(key("a"))).isTrue();
    assertThat(record("a", "second", Archived.NOTHING)).isEqualTo(Answer.STALE);
    assertThat(record("a", "first", Archived.NOTHING)).isEqualTo(Answer.DUPLICATE);
  }

  @Test
  void a_key_that_was_dropped_is_not_taken_for_a_new_one() {
    record("a", "first", nothingOf("a"));
    for (int i = 0; i < MORE_THAN_ARE_KEPT; i++) {
      record("k" + i, "first", nothingOf("k" + i));
    }
    state.forget(LATER);
    assertThat(machine.isWhole(key("a"))).isFalse();
    assertThat(record("a", "first", Archived.NOTHING)).isNull();
    assertThat(record("a", "first", nothingOf("b"))).isNull();
  }

  @Test
  void a_key_with_few_facts_is_read_once() {
    Archived older = archived("a", "old", true);
    assertThat(record("a", "old", older)).isEqualTo(Answer.DUPLICATE);
    assertThat(record("a", "new", older)).isEqualTo(Answer.STALE);
    state.forget(LATER);
    assertThat(machine.isWhole(key("a"))).isTrue();
    assertThat(record("a", "old", Archived.NOTHING)).isEqualTo(Answer.DUPLICATE);
  }

  @Test
  void a_key_with_many_older_facts_is_looked_up_again() {
    Archived older = archived("a", "old", false);
    assertThat(record("a", "old", older)).isEqualTo(Answer.DUPLICATE);
    assertThat(record("a", "new", older)).isEqualTo(Answer.STALE);
    state.forget(LATER);
    assertThat(machine.isWhole(key("a"))).isFalse();
    assertThat(record("a", "old", Archived.NOTHING)).isNull();
  }

  @Test
  void a_key_with_many_facts_is_not_kept() {
    for (int i = 0; i < 100; i++) {
      record("a", "t" + i, nothingOf("a"));
    }
    state.forget(LATER);
    assertThat(machine.isWhole(key("a"))).isFalse();
    assertThat(machine.lastChange(key("a"))).isNegative();
  }

  private @Nullable Answer record(String id, String type, Archived archived) {
    return machine.record(
        Fact.of(key(id), 1, type, Instant.EPOCH, Payload.empty()), archived, frame);
  }

  private static Archived nothingOf(String id) {
    return new Archived(LATER, Map.of(key(id), ArchivedKey.NOTHING));
  }

  private static Archived archived(String id, String type, boolean isWhole) {
    Fact fact = Fact.of(key(id), 1, type, Instant.EPOCH, Payload.empty());
    ArchivedKey found =
        new ArchivedKey(
            new Fact.Latest(7, 1, fact),
            Map.of(LedgerState.FactKey.of(fact), new Fact.Recorded(7, fact)),
            isWhole);
    return new Archived(LATER, Map.of(key(id), found));
  }

  private static LedgerKey key(String id) {
    return new LedgerKey("t", "kind", id);
  }
}
