package dev.waybill.conformance;

import static dev.waybill.spi.Ledger.Answer.APPLIED;
import static dev.waybill.spi.Ledger.Answer.STALE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Payload;
import dev.waybill.conformance.job.Drafts;
import dev.waybill.settings.Retention;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The promises of a `Ledger` about deleted and expired facts, as tests.
public abstract class LedgerRetentionConformance {

  private static final String BRIEF = "brief";
  private static final String LASTING = "lasting";
  private static final Duration KEPT = Duration.ofHours(1);
  private static final int MANY = 1_000;

  private final String tenant = Drafts.freshTenant();
  private BackendFixture fixture;

  /// Opens the backend on fresh data, with these settings except for the clock, which is that of
  /// the fixture.
  protected abstract BackendFixture openFixture(Settings settings);

  @BeforeEach
  void openFresh() {
    fixture =
        openFixture(
            Settings.DEFAULT
                .withMaintenanceEvery(null)
                .withRetention(Retention.DEFAULT.withFacts(BRIEF, KEPT)));
  }

  @AfterEach
  void closeFixture() {
    fixture.close();
  }

  @Test
  void deleted_facts_are_not_returned_even_after_a_crash() {
    record(fact(LASTING, "a", 1), fact(LASTING, "a", 2), fact(LASTING, "b", 1));

    ledger().delete(key(LASTING, "a"), Long.MAX_VALUE);

    assertGone(key(LASTING, "a"));
    fixture.crashAndReopen();
    assertGone(key(LASTING, "a"));
    assertThat(history(key(LASTING, "b"))).hasSize(1);
    assertThat(ledger().latest(List.of(key(LASTING, "b")))).hasSize(1);
  }

  @Test
  void facts_after_the_position_and_the_latest_state_stay() {
    record(fact(LASTING, "a", 1), fact(LASTING, "a", 2), fact(LASTING, "a", 3));
    List<Fact.Recorded> all = history(key(LASTING, "a"));

    ledger().delete(key(LASTING, "a"), all.get(1).position());

    assertThat(history(key(LASTING, "a"))).containsExactly(all.get(2));
    assertThat(latest(key(LASTING, "a")).fact()).isEqualTo(all.get(2).fact());
    assertThat(record(fact(LASTING, "a", 4))).containsExactly(APPLIED);
    fixture.crashAndReopen();
    assertThat(history(key(LASTING, "a"))).hasSize(2).contains(all.get(2));
    assertThat(latest(key(LASTING, "a")).rank()).isEqualTo(4);
  }

  @Test
  void the_latest_state_is_deleted_with_its_fact() {
    record(fact(LASTING, "a", 5), fact(LASTING, "a", 1));
    long first = history(key(LASTING, "a")).getFirst().position();

    ledger().delete(key(LASTING, "a"), first);

    assertThat(ledger().latest(List.of(key(LASTING, "a")))).isEmpty();
    assertThat(history(key(LASTING, "a"))).hasSize(1);
    assertThat(record(fact(LASTING, "a", 2))).containsExactly(APPLIED);
  }

  @Test
  void a_deleted_fact_can_be_recorded_again_at_a_later_position() {
    record(fact(LASTING, "a", 1));
    long before = history(key(LASTING, "a")).getFirst().position();
    ledger().delete(key(LASTING, "a"), Long.MAX_VALUE);

    assertThat(record(fact(LASTING, "a", 1))).containsExactly(APPLIED);

    assertThat(history(key(LASTING, "a")).getFirst().position()).isGreaterThan(before);
    assertThat(latest(key(LASTING, "a")).version()).isEqualTo(1);
  }

  @Test
  void after_a_deletion_older_facts_are_compared_with_the_remaining_ones() {
    record(fact(LASTING, "a", 1), fact(LASTING, "a", 5));
    long first = history(key(LASTING, "a")).getFirst().position();
    ledger().delete(key(LASTING, "a"), first);

    assertThat(record(fact(LASTING, "a", 2), fact(LASTING, "a", 1))).containsExactly(STALE, STALE);
  }

  @Test
  void deleting_missing_facts_changes_nothing() {
    record(fact(LASTING, "a", 1));

    ledger().delete(key(LASTING, "unknown"), Long.MAX_VALUE);
    ledger().delete(key(LASTING, "a"), 0);

    assertThat(history(key(LASTING, "a"))).hasSize(1);
  }

  @Test
  void positions_continue_after_the_last_fact_was_deleted_and_a_crash() {
    record(fact(LASTING, "a", 1), fact(LASTING, "b", 1));
    long last = ledger().beforeNewest(0);
    ledger().delete(key(LASTING, "b"), last);

    fixture.crashAndReopen();
    record(fact(LASTING, "c", 1));

    assertThat(ledger().tail(last, 10)).hasSize(1);
  }

  @Test
  void an_expired_fact_is_not_returned_before_and_after_it_is_deleted() {
    record(fact(BRIEF, "a", 1), fact(LASTING, "a", 1));
    fixture.elapse(KEPT.dividedBy(2));
    record(fact(BRIEF, "b", 1));
    fixture.elapse(KEPT.dividedBy(2));

    assertGone(key(BRIEF, "a"));
    assertThat(ledger().prune(10)).isEqualTo(1);
    assertThat(ledger().prune(10)).isZero();
    assertGone(key(BRIEF, "a"));
    fixture.crashAndReopen();

    assertGone(key(BRIEF, "a"));
    assertThat(history(key(BRIEF, "b"))).hasSize(1);
    assertThat(ledger().latest(List.of(key(BRIEF, "b"), key(LASTING, "a")))).hasSize(2);
  }

  @Test
  void old_facts_of_a_key_expire_and_new_ones_stay() {
    record(fact(BRIEF, "log", 1));
    fixture.elapse(KEPT.dividedBy(2));
    record(fact(BRIEF, "log", 2));
    fixture.elapse(KEPT.dividedBy(2));

    assertThat(history(key(BRIEF, "log"))).extracting(one -> one.fact().rank()).containsExactly(2);
    assertThat(ledger().prune(10)).isEqualTo(1);
    assertThat(latest(key(BRIEF, "log")).rank()).isEqualTo(2);
  }

  @Test
  void a_deleted_expired_fact_can_be_recorded_again() {
    record(fact(BRIEF, "a", 9));
    fixture.elapse(KEPT);
    ledger().prune(10);

    assertThat(record(fact(BRIEF, "a", 1), fact(BRIEF, "a", 9))).containsExactly(APPLIED, APPLIED);
  }

  @Test
  void an_expired_state_does_not_block_a_fact_of_lower_rank() {
    record(fact(BRIEF, "a", 9));
    fixture.elapse(KEPT);

    assertThat(record(fact(BRIEF, "a", 1))).containsExactly(APPLIED);
    ledger().prune(10);
    assertThat(latest(key(BRIEF, "a")).rank()).isEqualTo(1);
  }

  @Test
  void expired_facts_are_deleted_in_small_steps_and_readers_continue_after_them() {
    record(IntStream.range(0, MANY).mapToObj(i -> fact(BRIEF, "a" + i, 1)).toList());
    fixture.elapse(KEPT);
    record(fact(LASTING, "z", 1));

    assertThat(ourTail()).extracting(Fact.Recorded::fact).containsExactly(fact(LASTING, "z", 1));
    assertThat(history(key(LASTING, "z"))).hasSize(1);
    assertThat(ledger().prune(MANY - 1)).isEqualTo(MANY - 1);
    assertThat(ledger().prune(MANY - 1)).isEqualTo(1);
    assertThat(ourTail()).hasSize(1);
  }

  private void assertGone(LedgerKey key) {
    assertThat(history(key)).isEmpty();
    assertThat(ledger().latest(List.of(key))).isEmpty();
    assertThat(ourTail()).noneMatch(one -> one.fact().key().equals(key));
  }

  private List<Fact.Recorded> ourTail() {
    List<Fact.Recorded> all = new ArrayList<>();
    List<Fact.Recorded> page = ledger().tail(0, 100);
    while (!page.isEmpty()) {
      page.stream().filter(one -> one.fact().key().tenant().equals(tenant)).forEach(all::add);
      page = ledger().tail(page.getLast().position(), 100);
    }
    return all;
  }

  private LedgerKey key(String kind, String id) {
    return new LedgerKey(tenant, kind, id);
  }

  private Fact fact(String kind, String id, int rank) {
    return Fact.of(key(kind, id), 1, "rank-" + rank, fixture.clock().instant(), Payload.empty())
        .withRank(rank, 0);
  }

  private List<Ledger.Answer> record(Fact... facts) {
    return record(List.of(facts));
  }

  private List<Ledger.Answer> record(List<Fact> facts) {
    return ledger().record(facts);
  }

  private List<Fact.Recorded> history(LedgerKey key) {
    return ledger().history(key, 0, 100);
  }

  private Fact.Latest latest(LedgerKey key) {
    return ledger().latest(List.of(key)).getFirst();
  }

  private Ledger ledger() {
    return fixture.backend().ledger();
  }
}
