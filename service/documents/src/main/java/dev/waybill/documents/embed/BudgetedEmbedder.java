package dev.waybill.documents.embed;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;

/// Refuses the calls of a tenant after it has used its budget of the day (UTC). A call is counted
/// after it, so that calls which run at the same time may exceed the budget.
final class BudgetedEmbedder extends ForwardingEmbedder {

  private static final int MILLION_DIGITS = 6;

  private final String tenant;
  private final Budget budget;
  private final DailyUsage usage;
  private final InstantSource clock;

  /// What one tenant may use on a day; 0 for no limit.
  ///
  /// @param price of a million tokens
  record Budget(long tokens, BigDecimal cost, BigDecimal price) {

    boolean isLimited() {
      return tokens > 0 || cost.signum() > 0;
    }

    private boolean isUsedUp(DailyUsage.Used used) {
      return (tokens > 0 && used.tokens() >= tokens)
          || (cost.signum() > 0 && used.cost().compareTo(cost) >= 0);
    }

    private BigDecimal costOf(long amount) {
      return price.multiply(BigDecimal.valueOf(amount)).movePointLeft(MILLION_DIGITS);
    }
  }

  BudgetedEmbedder(
      Embedder next, String tenant, Budget budget, DailyUsage usage, InstantSource clock) {
    super(next);
    this.tenant = tenant;
    this.budget = budget;
    this.usage = usage;
    this.clock = clock;
  }

  @Override
  public Embedded embed(List<String> texts, Purpose purpose) throws EmbeddingException {
    check(clock.instant());
    Embedded embedded = next.embed(texts, purpose);
    usage.add(tenant, clock.instant(), embedded.tokens(), budget.costOf(embedded.tokens()));
    return embedded;
  }

  private void check(Instant now) throws EmbeddingException {
    LocalDate day = DailyUsage.day(now);
    DailyUsage.Used used = usage.on(day, tenant);
    if (budget.isUsedUp(used)) {
      Instant reset = day.plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant();
      throw EmbeddingException.retryable(message(used, reset), Duration.between(now, reset));
    }
  }

  private String message(DailyUsage.Used used, Instant reset) {
    return "tenant "
        + tenant
        + " has used its embedding budget of the day: "
        + used.tokens()
        + " tokens, cost "
        + used.cost().stripTrailingZeros().toPlainString()
        + ". The budget resets at "
        + reset
        + ".";
  }
}
