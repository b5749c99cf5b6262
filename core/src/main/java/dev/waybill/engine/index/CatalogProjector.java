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

/// Adds facts of the ledger to the search index, from the index's checkpoint on.
///
/// A step that fails does not move the checkpoint, so the same facts come again: entries must
/// depend on the ledger alone. If facts of a step lead to the same key, the last one wins. The tail
/// of the ledger includes stale facts; a function that ignores them asks for the latest state.
public final class CatalogProjector {

  private static final int FACTS_PER_STEP = 500;

  private final Ledger ledger;
  private final Catalog catalog;
  private final Function<List<Fact.Recorded>, List<Catalog.Entry>> entriesOf;

  /// @param entryOf the entry of a fact, or empty if it has none
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

  /// Indexes the latest state of each subject: an entry of its kind and ID, found by state, attempt
  /// and the words of the data. Leaves out subjects without an ID, such as the audit log, and
  /// Waybill's own data.
  public static CatalogProjector ofStandings(Ledger ledger, Catalog catalog) {
    return new CatalogProjector(catalog, ledger, facts -> Standings.of(ledger, facts));
  }

  /// Runs one step; returns the number of facts it read, 0 if the index is up to date.
  public int projectSome() {
    List<Fact.Recorded> facts = ledger.tail(catalog.checkpoint(), FACTS_PER_STEP);
    if (!facts.isEmpty()) {
      catalog.upsert(entriesOf.apply(facts), facts.getLast().position());
    }
    return facts.size();
  }

  /// Deletes the index and rebuilds it. `progress` receives the position after each step.
  /// [#projectSome] continues an interrupted rebuild.
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
