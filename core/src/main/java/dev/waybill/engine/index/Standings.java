package dev.waybill.engine.index;

import dev.waybill.Payload;
import dev.waybill.Tenants;
import dev.waybill.settings.Retention;
import dev.waybill.spi.Catalog;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The entries of the search index for the latest states of subjects. A stale fact does not restore
/// an old state. A store may return a fact before it has updated the latest state, so this class
/// applies the facts to it as well.
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
    Map<LedgerKey, Fact.Latest> standings = new LinkedHashMap<>();
    if (keys.isEmpty()) {
      return List.of();
    }
    ledger.latest(keys).forEach(latest -> standings.put(latest.key(), latest));
    for (Fact.Recorded recorded : facts) {
      if (isForSearch(recorded.fact().key())) {
        standings.compute(recorded.fact().key(), (_, known) -> movedOn(known, recorded));
      }
    }
    return standings.values().stream().map(Standings::entry).toList();
  }

  private static Fact.Latest movedOn(Fact.@Nullable Latest known, Fact.Recorded recorded) {
    return known == null || recorded.fact().advances(known)
        ? new Fact.Latest(recorded.position(), 1, recorded.fact())
        : known;
  }

  private static boolean isForSearch(LedgerKey key) {
    return !key.tenant().equals(Tenants.SYSTEM)
        && !key.id().isEmpty()
        && !key.kind().startsWith(Retention.OF_MESSAGE_SERVICE)
        && !key.kind().startsWith(Retention.OF_DOCUMENT_SERVICE);
  }

  private static Catalog.Entry entry(Fact.Latest latest) {
    LedgerKey key = latest.key();
    return new Catalog.Entry(
        new Catalog.EntryKey(key.tenant(), key.kind(), key.id()),
        latest.at(),
        Map.of("state", latest.state(), "attempt", Integer.toString(latest.attempt())),
        text(latest.data()));
  }

  private static String text(Payload data) {
    return data.size() > LONGEST_TEXT ? "" : data.text();
  }
}
