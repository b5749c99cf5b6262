package dev.waybill.documents.record;

import dev.waybill.Payload;
import dev.waybill.Tenants;
import dev.waybill.settings.Retention;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The tenants that have uploaded documents, so that every server knows them.
public final class KnownTenants {

  private static final LedgerKey KEY =
      new LedgerKey(Tenants.SYSTEM, Retention.OF_DOCUMENT_SERVICE + "tenants", "");
  private static final int PAGE = 1_000;

  private final Ledger ledger;
  private final InstantSource clock;
  private final Set<String> known = ConcurrentHashMap.newKeySet();
  private long position;

  public KnownTenants(Ledger ledger, InstantSource clock) {
    this.ledger = ledger;
    this.clock = clock;
  }

  /// True if this server did not know the tenant.
  public boolean add(String tenant) {
    if (known.contains(tenant)) {
      return false;
    }
    var _ = ledger.record(List.of(Fact.of(KEY, 1, tenant, clock.instant(), Payload.empty())));
    return known.add(tenant);
  }

  /// All tenants, with those that other servers have added.
  public synchronized Set<String> all() {
    List<Fact.Recorded> page;
    do {
      page = ledger.history(KEY, position, PAGE);
      page.forEach(recorded -> known.add(recorded.fact().type()));
      position = page.isEmpty() ? position : page.getLast().position();
    } while (page.size() == PAGE);
    return Set.copyOf(known);
  }
}
