package dev.waybill.documents.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.conformance.ManualClock;
import dev.waybill.conformance.model.ModelLedger;
import dev.waybill.documents.remote.DailyBudget;
import dev.waybill.documents.remote.DailyUsage;
import dev.waybill.settings.Retention;
import dev.waybill.spi.Fact;
import dev.waybill.spi.ForwardingLedger;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

final class BudgetedEmbedderTest {

  private static final DailyBudget.Amount TEN_TOKENS =
      new DailyBudget.Amount(10, BigDecimal.ZERO, BigDecimal.ZERO);

  private final ManualClock clock = new ManualClock();
  private final Ledger ledger = new ModelLedger();
  private final CountingEmbedder counting = new CountingEmbedder();

  @Test
  void a_tenant_that_has_used_its_tokens_is_refused_until_the_next_day() throws Exception {
    clock.advance(Duration.ofHours(22));
    Embedder acme = embedder("acme", TEN_TOKENS);
    acme.embed(List.of("123456"));
    acme.embed(List.of("123456"));
    EmbeddingException refused = refusal(acme);
    assertThat(refused.retryAfter()).contains(Duration.ofHours(2));
    assertThat(refused)
        .hasMessageContaining("12 tokens")
        .hasMessageContaining("2030-01-02T00:00:00Z");
    assertThat(counting.calls).hasSize(2);

    clock.advance(Duration.ofHours(2));
    assertThat(acme.embed(List.of("a"))).hasSize(1);
  }

  @Test
  void tenants_have_budgets_of_their_own() throws EmbeddingException {
    embedder("acme", TEN_TOKENS).embed(List.of("1234567890"));
    assertThat(embedder("other", TEN_TOKENS).embed(List.of("a"))).hasSize(1);
  }

  @Test
  void the_count_survives_a_restart() throws EmbeddingException {
    embedder("acme", TEN_TOKENS).embed(List.of("1234567890"));
    assertThat(refusal(embedder("acme", TEN_TOKENS)).isRetryable()).isTrue();
  }

  @Test
  void money_is_counted_by_the_price_of_a_million_tokens() throws EmbeddingException {
    DailyBudget.Amount budget =
        new DailyBudget.Amount(0, new BigDecimal("0.00002"), new BigDecimal("2"));
    Embedder acme = embedder("acme", budget);
    acme.embed(List.of("123456789"));
    acme.embed(List.of("1"));
    assertThat(refusal(acme)).hasMessageContaining("cost 0.00002");
  }

  @Test
  void a_failed_call_is_not_counted() {
    Embedder failing =
        new BudgetedEmbedder(
            new RetryingEmbedder(new FailingEmbedder(), _ -> {}), "acme", budget(TEN_TOKENS));
    assertThat(refusal(failing)).hasMessageContaining("failing");
    assertThat(used("acme").tokens()).isZero();
  }

  @Test
  void servers_that_count_at_the_same_time_lose_nothing() {
    Ledger slow = new OvertakenLedger(ledger, () -> add(ledger, 40));
    add(slow, 2);
    assertThat(used("acme")).isEqualTo(new DailyUsage.Used(2, 42, new BigDecimal("1.0")));
  }

  private void add(Ledger to, long tokens) {
    new DailyUsage(to, Retention.EMBEDDING_USAGE)
        .add("acme", clock.instant(), tokens, new BigDecimal("0.5"));
  }

  /// The ledger of a server that is overtaken by another one between reading and writing, once.
  private static final class OvertakenLedger extends ForwardingLedger {

    private final Queue<Runnable> others;

    OvertakenLedger(Ledger next, Runnable other) {
      super(next);
      this.others = new ArrayDeque<>(List.of(other));
    }

    @Override
    public List<Fact.Latest> latest(List<LedgerKey> keys) {
      List<Fact.Latest> read = super.latest(keys);
      Runnable other = others.poll();
      if (other != null) {
        other.run();
      }
      return read;
    }
  }

  private DailyUsage.Used used(String tenant) {
    return new DailyUsage(ledger, Retention.EMBEDDING_USAGE)
        .on(DailyUsage.day(clock.instant()), tenant);
  }

  private static EmbeddingException refusal(Embedder embedder) {
    return catchThrowableOfType(EmbeddingException.class, () -> embedder.embed(List.of("more")));
  }

  private Embedder embedder(String tenant, DailyBudget.Amount amount) {
    return new BudgetedEmbedder(counting, tenant, budget(amount));
  }

  private DailyBudget budget(DailyBudget.Amount amount) {
    DailyUsage usage = new DailyUsage(ledger, Retention.EMBEDDING_USAGE);
    return new DailyBudget("embedding", amount, usage, clock);
  }

  private static final class FailingEmbedder implements Embedder {

    @Override
    public EmbeddingModel model() {
      return new EmbeddingModel("failing", 2, 100);
    }

    @Override
    public int tokens(String text) {
      return 1;
    }

    @Override
    public Embedded embed(List<String> texts, Purpose purpose) throws EmbeddingException {
      throw EmbeddingException.retryable("failing", null);
    }
  }
}
