package dev.waybill.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.conformance.job.Deliveries;
import dev.waybill.conformance.job.Deliveries.HandoffState;
import dev.waybill.conformance.model.ModelCatalog;
import dev.waybill.conformance.model.ModelLedger;
import dev.waybill.engine.index.CatalogProjector;
import dev.waybill.spi.Catalog;
import dev.waybill.spi.Catalog.EntryKey;
import dev.waybill.spi.Catalog.Search;
import dev.waybill.spi.Fact;
import dev.waybill.spi.ForwardingLedger;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

final class CatalogProjectorTest {

  private final Deliveries mail = new Deliveries("acme");
  private final ModelLedger ledger = new ModelLedger();
  private final ModelCatalog catalog = new ModelCatalog();

  @Test
  void facts_are_indexed_in_steps_until_there_are_no_more() {
    recordMessages(1_200);
    CatalogProjector projector = projector(CatalogProjectorTest::stateOf);

    assertThat(projector.projectSome()).isEqualTo(500);
    assertThat(catalog.checkpoint()).isEqualTo(ledger.beforeNewest(700));
    assertThat(projector.projectSome()).isEqualTo(500);
    assertThat(projector.projectSome()).isEqualTo(200);
    assertThat(projector.projectSome()).isZero();
    assertThat(catalog.checkpoint()).isEqualTo(ledger.beforeNewest(0));
    assertThat(entries()).hasSize(1_200);
  }

  @Test
  void the_entry_of_a_later_fact_replaces_the_earlier_one_within_a_step_and_after_it() {
    CatalogProjector projector = projector(CatalogProjectorTest::stateOf);
    ledger.record(
        List.of(
            mail.handoff("m", 1, HandoffState.CREATED, 1),
            mail.handoff("m", 1, HandoffState.QUEUED, 2)));
    projector.projectSome();
    assertThat(entries()).extracting(Catalog.Entry::text).containsExactly("QUEUED");

    ledger.record(List.of(mail.handoff("m", 1, HandoffState.SENDING, 3)));
    projector.projectSome();
    assertThat(entries()).extracting(Catalog.Entry::text).containsExactly("SENDING");
  }

  @Test
  @Promise("R2")
  void a_fact_is_indexed_before_the_store_has_updated_the_latest_state() {
    ledger.record(
        List.of(
            mail.handoff("m", 1, HandoffState.SENDING, 2),
            mail.handoff("m", 1, HandoffState.QUEUED, 1)));

    CatalogProjector.ofStandings(new SlowLatest(ledger), catalog).projectSome();

    List<Catalog.Entry> found =
        catalog.search(new Search("acme", "handoff", Map.of(), null, 10, null)).items();
    assertThat(found).hasSize(1);
    assertThat(found.getFirst().fields()).containsEntry("state", "SENDING");
  }

  @Test
  void facts_without_an_entry_move_the_checkpoint() {
    recordMessages(3);

    projector(_ -> Optional.empty()).projectSome();

    assertThat(catalog.checkpoint()).isEqualTo(ledger.beforeNewest(0));
    assertThat(entries()).isEmpty();
  }

  @Test
  void a_failed_step_is_repeated_as_a_whole() {
    recordMessages(2);
    CatalogProjector failing =
        projector(
            recorded -> {
              if (recorded.position() == ledger.beforeNewest(0)) {
                throw new IllegalStateException("no entry today");
              }
              return stateOf(recorded);
            });

    assertThatThrownBy(failing::projectSome).hasMessage("no entry today");

    assertThat(catalog.checkpoint()).isZero();
    assertThat(entries()).isEmpty();
    projector(CatalogProjectorTest::stateOf).projectSome();
    assertThat(entries()).hasSize(2);
  }

  @Test
  @Promise("R2")
  void rebuilding_drops_entries_without_facts_and_reports_progress() {
    recordMessages(700);
    EntryKey invented = new EntryKey("acme", "message", "invented");
    catalog.upsert(List.of(new Catalog.Entry(invented, Deliveries.at(0), Map.of(), "")), 9_999);
    List<Long> progress = new ArrayList<>();

    projector(CatalogProjectorTest::stateOf).rebuild(progress::add);

    assertThat(progress).containsExactly(ledger.beforeNewest(200), ledger.beforeNewest(0));
    assertThat(entries()).hasSize(700).noneMatch(entry -> entry.key().equals(invented));
  }

  private void recordMessages(int count) {
    for (int i = 0; i < count; i++) {
      ledger.record(List.of(mail.handoff("m" + i, 1, HandoffState.CREATED, i)));
    }
  }

  private CatalogProjector projector(Function<Fact.Recorded, Optional<Catalog.Entry>> entryOf) {
    return new CatalogProjector(ledger, catalog, entryOf);
  }

  private static Optional<Catalog.Entry> stateOf(Fact.Recorded recorded) {
    Fact fact = recorded.fact();
    EntryKey key = new EntryKey(fact.key().tenant(), "message", fact.key().id());
    return Optional.of(new Catalog.Entry(key, fact.at(), Map.of(), fact.state()));
  }

  private List<Catalog.Entry> entries() {
    return catalog.search(new Search("acme", "message", Map.of(), null, 10_000, null)).items();
  }

  /// Returns facts before it has updated the latest states.
  private static final class SlowLatest extends ForwardingLedger {

    SlowLatest(Ledger ledger) {
      super(ledger);
    }

    @Override
    public List<Fact.Latest> latest(List<LedgerKey> keys) {
      return List.of();
    }
  }
}
