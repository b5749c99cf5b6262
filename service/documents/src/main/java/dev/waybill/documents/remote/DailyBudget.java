package dev.waybill.documents.remote;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;

/// The budget that each tenant has for a model on a day (UTC). A call is counted after it, so that
/// calls which run at the same time may exceed the budget.
///
/// @param name in errors, such as `embedding`
public record DailyBudget(String name, Amount amount, DailyUsage usage, InstantSource clock) {

  private static final int MILLION_DIGITS = 6;

  /// What one tenant may use on a day; 0 for no limit.
  ///
  /// @param price of a million tokens
  public record Amount(long tokens, BigDecimal cost, BigDecimal price) {

    public boolean isLimited() {
      return tokens > 0 || cost.signum() > 0;
    }

    private boolean isUsedUp(DailyUsage.Used used) {
      return (tokens > 0 && used.tokens() >= tokens)
          || (cost.signum() > 0 && used.cost().compareTo(cost) >= 0);
    }

    private BigDecimal costOf(long used) {
      return price.multiply(BigDecimal.valueOf(used)).movePointLeft(MILLION_DIGITS);
    }
  }

  /// Refuses a call of a tenant that has used its budget, until the next day.
  public void check(String tenant) throws ModelException {
    if (!amount.isLimited()) {
      return;
    }
    Instant now = clock.instant();
    LocalDate day = DailyUsage.day(now);
    DailyUsage.Used used = usage.on(day, tenant);
    if (amount.isUsedUp(used)) {
      Instant reset = day.plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant();
      throw ModelException.postponed(message(tenant, used, reset), Duration.between(now, reset));
    }
  }

  /// Counts a call.
  public void count(String tenant, long tokens) {
    if (amount.isLimited()) {
      usage.add(tenant, clock.instant(), tokens, amount.costOf(tokens));
    }
  }

  private String message(String tenant, DailyUsage.Used used, Instant reset) {
    return "tenant "
        + tenant
        + " has used its "
        + name
        + " budget of the day: "
        + used.tokens()
        + " tokens, cost "
        + used.cost().stripTrailingZeros().toPlainString()
        + ". The budget resets at "
        + reset
        + ".";
  }
}
