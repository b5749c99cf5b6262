package dev.waybill.engine;

import dev.waybill.Payload;
import dev.waybill.Tenants;
import dev.waybill.spi.Catalog;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import java.util.List;
import java.util.Map;

/// What the catalog says of things that facts are about: where they stand. It is asked for, not
/// taken from the facts at hand, for a stale one must not bring the past back.
final class Standings {

  private static final int LONGEST_TEXT = 16 * 1024;

  private Standings() {}

  static List<Catalog.Entry> of(Ledger ledger, List<Fact.Recorded> facts) {
    List<LedgerKey> keys =
        facts.stream()
            .map(recorded -> recorded.fact().key())
            .filter(Standings::isForSearch)
            .distinct()
            .toList();
    return keys.isEmpty() ? List.of() : ledger.latest(keys).stream().map(Standings::entry).toList();
  }

  private static boolean isForSearch(LedgerKey key) {
    return !key.tenant().equals(Tenants.SYSTEM) && key.name().indexOf('/') > 0;
  }

  private static Catalog.Entry entry(Fact.Latest latest) {
    LedgerKey key = latest.key();
    int slash = key.name().indexOf('/');
    String kind = key.name().substring(0, slash);
    String id = key.name().substring(slash + 1);
    return new Catalog.Entry(
        new Catalog.EntryKey(key.tenant(), kind, id),
        latest.at(),
        Map.of("state", latest.state(), "attempt", Integer.toString(latest.attempt())),
        text(latest.data()));
  }

  private static String text(Payload data) {
    return data.size() > LONGEST_TEXT ? "" : data.text();
  }
}
