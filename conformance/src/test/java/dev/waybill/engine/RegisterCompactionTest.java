package dev.waybill.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.conformance.ManualClock;
import dev.waybill.conformance.model.ModelLedger;
import dev.waybill.engine.register.Register;
import dev.waybill.engine.register.Register.Change;
import dev.waybill.engine.register.Register.Name;
import dev.waybill.engine.register.StoredChange;
import dev.waybill.spi.Fact;
import dev.waybill.spi.ForwardingLedger;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class RegisterCompactionTest {

  private static final Register.Form<String> FORM =
      new Register.Form<>(value -> value.getBytes(UTF_8), bytes -> new String(bytes, UTF_8));
  private static final LedgerKey KEY = new LedgerKey("waybill", "texts", "definitions");
  private static final Name A = new Name("acme", "a");
  private static final Name B = new Name("acme", "b");

  private final ModelLedger ledger = new ModelLedger();
  private final Register<String> register = server(ledger);

  @Test
  void a_start_reads_few_facts_after_ten_thousand_changes_of_ten_names() {
    for (int i = 0; i < 10_000; i++) {
      put(register, name(i % 10), "value " + i);
    }
    CountedFacts counted = new CountedFacts(ledger);

    assertThat(server(counted).readAll()).hasSize(10).containsEntry(name(9), "value 9999");

    assertThat(counted.facts).isLessThanOrEqualTo(40);
  }

  @Test
  void a_server_that_missed_deleted_facts_learns_of_changes_and_deletions() {
    put(register, A, "first");
    put(register, B, "first");
    Register<String> slept = server(ledger);
    List<Change<String>> told = new ArrayList<>();
    assertThat(slept.readAll()).hasSize(2);
    slept.follow(told::add);

    register.change(A, _ -> null);
    changeOften();
    put(register, B, "last");

    assertThat(slept.readAll()).isEqualTo(register.readAll()).containsEntry(B, "last");
    assertThat(slept.exists(A)).isFalse();
    assertThat(told).contains(new Change<>(A, null), new Change<>(B, "last"));
  }

  @Test
  void unchanged_definitions_stay() {
    put(register, A, "stays");
    Register<String> second = server(ledger);
    assertThat(second.read(A)).isEqualTo("stays");
    changeOften();

    assertThat(second.read(A)).isEqualTo("stays");
    assertThat(second.readAll()).hasSize(11).isEqualTo(register.readAll());
  }

  @Test
  void numbers_continue_after_all_definitions_were_deleted() {
    changeOften();
    IntStream.range(0, 10).forEach(i -> register.change(name(i), _ -> null));

    Register<String> second = server(ledger);

    assertThat(second.readAll()).isEmpty();
    assertThat(second.isUntouched()).isFalse();
    put(second, A, "new");
    assertThat(register.read(A)).isEqualTo("new");
  }

  @Test
  void a_change_with_a_deleted_number_is_ignored_everywhere() {
    changeOften();

    Fact late =
        Fact.of(
            KEY, 2, "changed", Instant.EPOCH, new StoredChange(A, "x".getBytes(UTF_8)).payload());
    assertThat(ledger.record(List.of(late))).containsExactly(Ledger.Answer.STALE);

    assertThat(register.exists(A)).isFalse();
    assertThat(server(ledger).exists(A)).isFalse();
    changeOften();
    assertThat(register.exists(A)).isFalse();
    assertThat(server(ledger).exists(A)).isFalse();
  }

  @Test
  void concurrent_changes_are_not_lost() throws Exception {
    List<Register<String>> servers = List.of(register, server(ledger), server(ledger));
    try (ExecutorService threads = Executors.newFixedThreadPool(6)) {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < 600; i++) {
        Register<String> one = servers.get(i % 3);
        Name name = name(i % 5);
        all.add(threads.submit(() -> one.change(name, RegisterCompactionTest::plusOne)));
      }
      for (Future<?> one : all) {
        one.get();
      }
    }
    for (Register<String> server : List.of(servers.get(0), servers.get(1), server(ledger))) {
      assertThat(server.readAll().values()).hasSize(5).containsOnly("120");
    }
  }

  private static String plusOne(@Nullable String before) {
    return before == null ? "1" : Integer.toString(Integer.parseInt(before) + 1);
  }

  private void changeOften() {
    for (int i = 0; i < 200; i++) {
      put(register, name(i % 10), "often " + i);
    }
  }

  private static Name name(int number) {
    return new Name("acme", "name-" + number);
  }

  private static void put(Register<String> register, Name name, String value) {
    register.change(name, _ -> value);
  }

  private static Register<String> server(Ledger ledger) {
    Register.Limit limit = new Register.Limit("texts", 100, 100_000, 100_000);
    return new Register<>(ledger, KEY, FORM, limit, new ManualClock());
  }

  private static final class CountedFacts extends ForwardingLedger {

    private int facts;

    CountedFacts(Ledger ledger) {
      super(ledger);
    }

    @Override
    public List<Fact.Recorded> history(LedgerKey key, long after, int max) {
      List<Fact.Recorded> some = super.history(key, after, max);
      facts += some.size();
      return some;
    }
  }
}
