package dev.waybill.documents.remote;

import dev.waybill.Code;
import dev.waybill.Payload;
import dev.waybill.Tenants;
import dev.waybill.WaybillException;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;

/// Counts in the ledger what each tenant used on a day (UTC), for all servers together.
///
/// Each change has the next number. If two servers write the same number, the ledger takes one of
/// them, and the other server adds to the new count.
public final class DailyUsage {

  private static final int TRIES = 1_000;

  private final Ledger ledger;
  private final String kind;

  /// @param changes how often it was counted
  public record Used(int changes, long tokens, BigDecimal cost) {

    private static final Used NOTHING = new Used(0, 0, BigDecimal.ZERO);

    private Used plus(long more, BigDecimal moreCost) {
      return new Used(changes + 1, tokens + more, cost.add(moreCost));
    }

    private Payload data() {
      return Payload.of(tokens + " " + cost.toPlainString());
    }

    private static Used of(Fact.Latest latest) {
      String[] parts = latest.data().text().split(" ", 2);
      return new Used(latest.attempt(), Long.parseLong(parts[0]), new BigDecimal(parts[1]));
    }
  }

  /// @param kind of the facts
  public DailyUsage(Ledger ledger, String kind) {
    this.ledger = ledger;
    this.kind = kind;
  }

  public static LocalDate day(Instant at) {
    return LocalDate.ofInstant(at, ZoneOffset.UTC);
  }

  public Used on(LocalDate day, String tenant) {
    Optional<Fact.Latest> latest = ledger.latest(List.of(key(day, tenant))).stream().findFirst();
    return latest.map(Used::of).orElse(Used.NOTHING);
  }

  public void add(String tenant, Instant at, long tokens, BigDecimal cost) {
    LedgerKey key = key(day(at), tenant);
    for (int i = 0; i < TRIES; i++) {
      Used sum = on(day(at), tenant).plus(tokens, cost);
      Fact fact = Fact.of(key, sum.changes(), "used", at, sum.data());
      if (ledger.record(List.of(fact)).equals(List.of(Ledger.Answer.APPLIED))) {
        return;
      }
    }
    throw new WaybillException(Code.UNAVAILABLE, "cannot count the tokens of a model");
  }

  /// Facts of the system's tenant are not searched.
  private LedgerKey key(LocalDate day, String tenant) {
    return new LedgerKey(Tenants.SYSTEM, kind, day + "/" + tenant);
  }
}
