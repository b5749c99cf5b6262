package dev.waybill.engine.index;

import dev.waybill.spi.Catalog;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongConsumer;

/// Carries facts from the ledger into the catalog, from the catalog's checkpoint on.
///
/// A step that fails leaves the checkpoint where it was, so the same facts come again: entries must
/// follow from the ledger alone. Of several entries of one key the one of the last fact stays. The
/// ledger's tail has its stale facts, too; a function that wants none of them asks for the latest
/// state.
public final class CatalogProjector {

  private static final int FACTS_PER_STEP = 500;

  private final Ledger ledger;
  private final Catalog catalog;
  private final Function<List<Fact.Recorded>, List<Catalog.Entry>> entriesOf;

  /// @param entryOf the entry that a fact leads to, or empty where it leads to none
  public CatalogProjector(
      Ledger ledger, Catalog catalog, Function<Fact.Recorded, Optional<Catalog.Entry>> entryOf) {
    this(catalog, ledger, facts -> entries(facts, entryOf));
  }

  private CatalogProjector(
      Catalog catalog,
      Ledger ledger,
      Function<List<Fact.Recorded>, List<Catalog.Entry>> entriesOf) {
    this.ledger = ledger;
    this.catalog = catalog;
    this.entriesOf = entriesOf;
  }

  /// The latest state of each thing: an entry of its kind and ID, to be found by state, attempt and
  /// the words of the data. Things without an ID, such as the audit log, and what Waybill keeps for
  /// itself are left out.
  public static CatalogProjector ofStandings(Ledger ledger, Catalog catalog) {
    return new CatalogProjector(catalog, ledger, facts -> Standings.of(ledger, facts));
  }

  /// One step; answers how many facts it took in, 0 where the catalog is up to date.
  public int projectSome() {
    List<Fact.Recorded> facts = ledger.tail(catalog.checkpoint(), FACTS_PER_STEP);
    if (!facts.isEmpty()) {
      catalog.upsert(entriesOf.apply(facts), facts.getLast().position());
    }
    return facts.size();
  }

  /// Throws the catalog away and builds it anew. `progress` hears the position reached after each
  /// step. One that is broken off is carried on by [#projectSome].
  public void rebuild(LongConsumer progress) {
    catalog.clear();
    while (projectSome() > 0) {
      progress.accept(catalog.checkpoint());
    }
  }

  private static List<Catalog.Entry> entries(
      List<Fact.Recorded> facts, Function<Fact.Recorded, Optional<Catalog.Entry>> entryOf) {
    Map<Catalog.EntryKey, Catalog.Entry> last = new LinkedHashMap<>();
    for (Fact.Recorded fact : facts) {
      entryOf.apply(fact).ifPresent(entry -> last.put(entry.key(), entry));
    }
    return List.copyOf(last.values());
  }
}
