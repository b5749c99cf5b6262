package dev.waybill.conformance;

import static dev.waybill.spi.Ledger.Answer.APPLIED;
import static dev.waybill.spi.Ledger.Answer.DUPLICATE;
import static dev.waybill.spi.Ledger.Answer.STALE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Payload;
import dev.waybill.conformance.job.Deliveries;
import dev.waybill.conformance.job.Deliveries.HandoffState;
import dev.waybill.conformance.job.Deliveries.ProviderState;
import dev.waybill.conformance.job.Drafts;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.Ledger.Answer;
import dev.waybill.spi.LedgerKey;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The promises of a `Ledger`, as tests.
public abstract class LedgerConformance {

  private static final int ROUNDS = 50;
  private static final int RACES = 8;
  private static final int WRITERS = 16;
  private static final int OTHER_FACTS = 2_000;

  private final String tenant = Drafts.freshTenant();
  private final Deliveries mail = new Deliveries(tenant);
  private BackendFixture fixture;

  /// Opens the backend on fresh data, with these settings except for the clock, which is that of
  /// the fixture.
  protected abstract BackendFixture openFixture(Settings settings);

  @BeforeEach
  void openFresh() {
    fixture = openFixture(Settings.DEFAULT.withMaintenanceEvery(null));
  }

  @AfterEach
  void closeFixture() {
    fixture.close();
  }

  @Test
  @Seed({"S2.9", "S2.11"})
  void states_move_forward_by_rank() {
    List<Fact> way = new ArrayList<>();
    for (HandoffState state : HandoffState.values()) {
      way.add(mail.handoff("m", 1, state, way.size()));
    }

    assertThat(record(way)).hasSize(5).containsOnly(APPLIED);

    assertThat(latest(mail.handoffKey("m")).version()).isEqualTo(5);
    assertThat(latest(mail.handoffKey("m")).state()).isEqualTo("FAILED");
  }

  @Test
  @Seed({"S2.4", "S2.10"})
  void the_two_state_machines_of_a_message_are_independent() {
    record(mail.handoff("m", 1, HandoffState.FAILED, 9));

    assertThat(record(mail.provider("m", 1, ProviderState.UNKNOWN, 1))).isEqualTo(APPLIED);

    assertThat(latest(mail.handoffKey("m")).state()).isEqualTo("FAILED");
    assertThat(latest(mail.providerKey("m")).state()).isEqualTo("UNKNOWN");
  }

  @Test
  @Promise("R1")
  @Seed({"S2.6", "S2.11"})
  void a_fact_of_lower_rank_is_stale_and_stays_in_the_history() {
    Fact delivered = mail.provider("m", 1, ProviderState.DELIVERED, 1);
    Fact accepted = mail.provider("m", 1, ProviderState.ACCEPTED, 2);

    assertThat(record(List.of(delivered, accepted))).containsExactly(APPLIED, STALE);

    assertThat(latest(mail.providerKey("m")).fact()).isEqualTo(delivered);
    assertThat(latest(mail.providerKey("m")).version()).isEqualTo(1);
    assertThat(Deliveries.facts(ledger().history(mail.providerKey("m"), 0, 10)))
        .containsExactly(delivered, accepted);
  }

  @Test
  @Promise("R1")
  void a_new_attempt_starts_over_and_late_facts_of_the_old_one_are_stale() {
    record(mail.handoff("m", 1, HandoffState.FAILED, 5));

    assertThat(record(mail.handoff("m", 2, HandoffState.CREATED, 1))).isEqualTo(APPLIED);
    assertThat(record(mail.handoff("m", 1, HandoffState.HANDED_OFF, 9))).isEqualTo(STALE);

    assertThat(latest(mail.handoffKey("m")).attempt()).isEqualTo(2);
    assertThat(latest(mail.handoffKey("m")).state()).isEqualTo("CREATED");
  }

  @Test
  @Promise("R1")
  void of_facts_with_equal_rank_only_later_ones_are_applied() {
    record(mail.provider("m", 1, ProviderState.BOUNCED, 5));

    assertThat(record(mail.provider("m", 1, ProviderState.DROPPED, 5))).isEqualTo(STALE);
    assertThat(record(mail.provider("m", 1, ProviderState.DELIVERED, 6))).isEqualTo(APPLIED);
  }

  @Test
  @Promise("R1")
  @Seed("S2.10")
  void a_complaint_wins_over_delivered_in_any_order() {
    record(mail.provider("m", 1, ProviderState.DELIVERED, 5));

    assertThat(record(mail.provider("m", 1, ProviderState.COMPLAINT, 1))).isEqualTo(APPLIED);
    assertThat(record(mail.provider("m", 1, ProviderState.BOUNCED, 9))).isEqualTo(STALE);
  }

  @Test
  @Promise("R1")
  @Seed({"S2.6", "S2.11"})
  void the_latest_state_never_moves_backwards_in_any_order() {
    long seed = Long.getLong("waybill.seed", 1);
    Random random = new Random(seed);
    for (int round = 0; round < ROUNDS; round++) {
      String message = "m" + round;
      List<Fact> facts = mail.everyFact(message, 2, random);
      List<Fact.@Nullable Latest> seen = new ArrayList<>();
      for (Fact fact : facts) {
        Answer answer = record(fact);
        Fact.Latest now = latest(fact.key());
        assertThat(now.state().equals(fact.state()) && now.attempt() == fact.attempt())
            .as("seed %d, round %d: %s after %s", seed, round, fact, seen)
            .isEqualTo(answer == APPLIED);
        seen.add(now);
      }
      assertEndsAtTheHighest(message, facts, "seed " + seed + ", round " + round);
    }
  }

  @Test
  @Promise("R1")
  @Seed({"S2.6", "S2.14", "S2.24"})
  void concurrent_writers_only_move_the_state_forward_and_store_each_fact_once() throws Exception {
    for (int round = 0; round < RACES; round++) {
      long seed = Long.getLong("waybill.seed", 1) + round;
      assertMovesForwardOnly("m" + round, seed);
    }
  }

  @Test
  @Seed({"S2.14", "S2.26"})
  void the_same_fact_again_is_a_duplicate_and_stores_nothing() {
    Fact sending = mail.handoff("m", 1, HandoffState.SENDING, 1);
    Fact later = mail.handoff("m", 1, HandoffState.SENDING, 7);

    assertThat(record(List.of(sending, sending))).containsExactly(APPLIED, DUPLICATE);
    assertThat(record(later)).isEqualTo(DUPLICATE);

    assertThat(Deliveries.facts(ledger().history(mail.handoffKey("m"), 0, 10)))
        .containsExactly(sending);
    assertThat(latest(mail.handoffKey("m")).fact()).isEqualTo(sending);
    assertThat(latest(mail.handoffKey("m")).version()).isEqualTo(1);
  }

  @Test
  @Seed({"S2.14", "S2.25"})
  void a_fact_of_another_attempt_or_subject_is_not_a_duplicate() {
    record(mail.handoff("m", 1, HandoffState.SENDING, 1));

    assertThat(record(mail.handoff("m", 2, HandoffState.SENDING, 1))).isEqualTo(APPLIED);
    assertThat(record(mail.handoff("n", 1, HandoffState.SENDING, 1))).isEqualTo(APPLIED);
  }

  @Test
  @Promise("E1")
  @Seed({"S2.14", "S2.26"})
  void a_duplicate_is_detected_after_many_other_facts_and_after_a_crash() {
    Fact first = mail.handoff("m", 1, HandoffState.CREATED, 1);
    Fact stale = mail.provider("m", 1, ProviderState.UNKNOWN, 2);
    record(List.of(first, mail.provider("m", 1, ProviderState.ACCEPTED, 1), stale));
    record(others(OTHER_FACTS));

    assertThat(record(List.of(first, stale))).containsOnly(DUPLICATE);
    fixture.crashAndReopen();
    assertThat(record(List.of(first, stale))).containsOnly(DUPLICATE);
  }

  @Test
  @Promise("E1")
  @Seed("S2.5")
  void recorded_facts_survive_a_crash() {
    List<Fact> facts = mail.everyFact("m", 2, new Random(7));
    record(facts);
    List<LedgerKey> keys = List.of(mail.handoffKey("m"), mail.providerKey("m"));
    List<Fact.Latest> latest = ledger().latest(keys);
    List<Fact.Recorded> tail = ourTail(1_000);

    fixture.crashAndReopen();

    assertThat(ledger().latest(keys)).containsExactlyInAnyOrderElementsOf(latest);
    assertThat(ourTail(1_000)).isEqualTo(tail);
    assertThat(Deliveries.facts(tail)).isEqualTo(facts);
  }

  @Test
  @Promise("E1")
  void data_of_any_bytes_is_stored_unchanged() {
    byte[] large = new byte[64 * 1024];
    new Random(1).nextBytes(large);
    Fact empty = mail.handoff("m", 1, HandoffState.CREATED, 1).withData(Payload.empty());
    Fact full = mail.handoff("m", 1, HandoffState.QUEUED, 2).withData(Payload.of(large));
    record(List.of(empty, full));

    fixture.crashAndReopen();

    assertThat(Deliveries.facts(ledger().history(mail.handoffKey("m"), 0, 10)))
        .containsExactly(empty, full);
    assertThat(latest(mail.handoffKey("m")).data()).isEqualTo(full.data());
  }

  @Test
  @Promise("E1")
  void after_a_crash_new_facts_come_after_the_old_ones() {
    record(others(10));
    long last = ourTail(1_000).getLast().position();

    fixture.crashAndReopen();
    record(mail.handoff("new", 1, HandoffState.CREATED, 1));

    assertThat(ledger().history(mail.handoffKey("new"), 0, 1).getFirst().position())
        .isGreaterThan(last);
  }

  @Test
  @Seed("S2.7")
  void the_tail_is_read_in_pages_in_the_order_of_recording() {
    List<Fact> facts = mail.everyFact("m", 3, new Random(3));
    record(facts);

    assertThat(Deliveries.facts(ourTail(7))).isEqualTo(facts);
    assertThat(ourTail(7).stream().map(Fact.Recorded::position)).doesNotHaveDuplicates().isSorted();
    assertThat(ourTail(7)).isEqualTo(ourTail(1_000));
  }

  @Test
  void the_tail_is_empty_after_its_end() {
    record(others(3));
    long last = ourTail(1_000).getLast().position();

    assertThat(ledger().tail(last, 10)).noneMatch(this::isOurs);
  }

  @Test
  void the_position_before_the_newest_facts_can_be_read() {
    record(others(20));
    List<Fact.Recorded> tail = ourTail(1_000);

    assertThat(ledger().beforeNewest(0)).isEqualTo(tail.getLast().position());
    assertThat(ledger().tail(ledger().beforeNewest(0), 10)).isEmpty();
    assertThat(ledger().tail(ledger().beforeNewest(5), 10)).isEqualTo(tail.subList(15, 20));
    assertThat(ledger().beforeNewest(1_000_000)).isZero();
  }

  @Test
  void a_latest_state_has_the_position_of_its_fact() {
    record(List.of(mail.provider("m", 1, ProviderState.DELIVERED, 1)));
    record(List.of(mail.provider("m", 1, ProviderState.ACCEPTED, 2)));

    assertThat(latest(mail.providerKey("m")).position())
        .isEqualTo(ledger().history(mail.providerKey("m"), 0, 1).getFirst().position());
  }

  @Test
  void during_concurrent_writes_no_fact_appears_before_a_position_that_was_read() throws Exception {
    List<Fact> facts = others(400);
    List<Fact.Recorded> read = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(WRITERS)) {
      List<Future<Answer>> writers =
          facts.stream().map(fact -> threads.submit(() -> record(fact))).toList();
      while (writers.stream().anyMatch(writer -> !writer.isDone())) {
        read.addAll(ledger().tail(last(read), 7));
      }
      for (Future<Answer> writer : writers) {
        assertThat(writer.get()).isEqualTo(APPLIED);
      }
    }
    List<Fact.Recorded> page = ledger().tail(last(read), 1_000);
    while (!page.isEmpty()) {
      read.addAll(page);
      page = ledger().tail(last(read), 1_000);
    }
    assertThat(Deliveries.facts(read)).containsExactlyInAnyOrderElementsOf(facts);
  }

  private static long last(List<Fact.Recorded> read) {
    return read.isEmpty() ? 0 : read.getLast().position();
  }

  @Test
  @Seed("S2.4")
  void a_history_is_read_in_pages_and_has_only_facts_of_its_key() {
    List<Fact> facts = mail.everyFact("m", 2, new Random(4));
    record(others(5));
    record(facts);
    LedgerKey key = mail.providerKey("m");
    List<Fact.Recorded> all = ledger().history(key, 0, 1_000);

    assertThat(Deliveries.facts(all))
        .isEqualTo(facts.stream().filter(f -> f.key().equals(key)).toList());
    List<Fact.Recorded> paged = new ArrayList<>(ledger().history(key, 0, 3));
    for (int page = 0; page < all.size(); page++) {
      paged.addAll(ledger().history(key, paged.getLast().position(), 3));
    }
    assertThat(paged).isEqualTo(all);
    assertThat(ourTail(1_000)).containsAll(all);
  }

  @Test
  void subjects_without_facts_are_left_out() {
    record(mail.handoff("m", 1, HandoffState.CREATED, 1));
    LedgerKey unknown = mail.handoffKey("unknown");

    assertThat(ledger().latest(List.of(unknown, mail.handoffKey("m")))).hasSize(1);
    assertThat(ledger().latest(List.of())).isEmpty();
    assertThat(ledger().history(unknown, 0, 10)).isEmpty();
    assertThat(record(List.of())).isEmpty();
  }

  @Test
  void the_latest_states_of_a_thousand_subjects_are_one_call() {
    List<Fact> facts = others(1_000);
    record(facts);

    assertThat(ledger().latest(facts.stream().map(Fact::key).toList()))
        .extracting(Fact.Latest::key)
        .containsExactlyInAnyOrderElementsOf(facts.stream().map(Fact::key).toList());
  }

  @Test
  @Promise("T1")
  void the_same_id_in_another_tenant_is_another_subject() {
    Deliveries theirs = new Deliveries(tenant + "-other");
    record(mail.handoff("m", 1, HandoffState.FAILED, 9));

    assertThat(ledger().latest(List.of(theirs.handoffKey("m")))).isEmpty();
    assertThat(ledger().history(theirs.handoffKey("m"), 0, 10)).isEmpty();
    assertThat(record(theirs.handoff("m", 1, HandoffState.FAILED, 9))).isEqualTo(APPLIED);
    assertThat(record(theirs.handoff("m", 2, HandoffState.CREATED, 9))).isEqualTo(APPLIED);
    assertThat(latest(mail.handoffKey("m")).attempt()).isEqualTo(1);
    assertThat(ledger().history(mail.handoffKey("m"), 0, 10)).hasSize(1);
  }

  private void assertMovesForwardOnly(String message, long seed) throws Exception {
    List<Fact> facts = mail.everyFact(message, 2, new Random(seed));
    Map<Answer, Integer> answers = new EnumMap<>(Answer.class);
    for (Answer answer : recordedByAll(facts, seed)) {
      answers.merge(answer, 1, Integer::sum);
    }

    assertThat(answers.get(DUPLICATE)).isEqualTo((WRITERS - 1) * facts.size());
    assertEndsAtTheHighest(message, facts, "seed " + seed);
    long moves =
        latest(mail.handoffKey(message)).version() + latest(mail.providerKey(message)).version();
    assertThat(answers.get(APPLIED)).as("seed %d", seed).isEqualTo((int) moves);
  }

  private List<Answer> recordedByAll(List<Fact> facts, long seed) throws Exception {
    CyclicBarrier start = new CyclicBarrier(WRITERS);
    List<Answer> answers = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(WRITERS)) {
      List<Future<List<Answer>>> writers =
          IntStream.range(0, WRITERS)
              .mapToObj(n -> threads.submit(() -> recordShuffled(start, facts, seed + n)))
              .toList();
      for (Future<List<Answer>> writer : writers) {
        answers.addAll(writer.get());
      }
    }
    return answers;
  }

  /// Checks after each of its facts that no other writer has moved the state back.
  private List<Answer> recordShuffled(CyclicBarrier start, List<Fact> facts, long seed)
      throws Exception {
    List<Fact> mine = new ArrayList<>(facts);
    Collections.shuffle(mine, new Random(seed));
    List<Answer> answers = new ArrayList<>();
    start.await();
    for (Fact fact : mine) {
      answers.add(record(fact));
      assertThat(fact.advances(latest(fact.key())))
          .as("seed %d: %s still advances %s", seed, fact, latest(fact.key()))
          .isFalse();
    }
    return answers;
  }

  private void assertEndsAtTheHighest(String message, List<Fact> facts, String context) {
    for (LedgerKey key : List.of(mail.handoffKey(message), mail.providerKey(message))) {
      Fact.Latest end = latest(key);
      assertThat(facts.stream().filter(fact -> fact.key().equals(key)))
          .as("%s: nothing of %s advances %s", context, facts, end)
          .noneMatch(fact -> fact.advances(end))
          .anyMatch(fact -> fact.equals(end.fact()));
    }
  }

  private List<Fact> others(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> mail.handoff("other" + i, 1, HandoffState.CREATED, i))
        .toList();
  }

  /// The whole tail in pages, without the facts of other tests.
  private List<Fact.Recorded> ourTail(int pageSize) {
    List<Fact.Recorded> ours = new ArrayList<>();
    List<Fact.Recorded> page = ledger().tail(0, pageSize);
    while (!page.isEmpty()) {
      assertThat(page).hasSizeLessThanOrEqualTo(pageSize);
      page.stream().filter(this::isOurs).forEach(ours::add);
      page = ledger().tail(page.getLast().position(), pageSize);
    }
    return ours;
  }

  private boolean isOurs(Fact.Recorded recorded) {
    return recorded.fact().key().tenant().equals(tenant);
  }

  private Ledger ledger() {
    return fixture.backend().ledger();
  }

  private Answer record(Fact fact) {
    return ledger().record(List.of(fact)).getFirst();
  }

  private List<Answer> record(List<Fact> facts) {
    return ledger().record(facts);
  }

  private Fact.Latest latest(LedgerKey key) {
    return ledger().latest(List.of(key)).getFirst();
  }
}
