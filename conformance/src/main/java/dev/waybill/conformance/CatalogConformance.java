package dev.waybill.conformance;

import static dev.waybill.conformance.Eventually.eventually;
import static dev.waybill.spi.Ledger.Answer.APPLIED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import dev.waybill.WaybillException;
import dev.waybill.conformance.job.Deliveries.HandoffState;
import dev.waybill.engine.index.CatalogKeeper;
import dev.waybill.engine.index.CatalogProjector;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Catalog;
import dev.waybill.spi.Catalog.EntryKey;
import dev.waybill.spi.Catalog.Search;
import dev.waybill.spi.Expiry;
import dev.waybill.spi.Fact;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The promises of a `Catalog`, as tests. They clear it and move its checkpoint, so a fixture needs
/// one of its own.
public abstract class CatalogConformance extends CatalogSearchConformance {

  private static final Expiry EXPIRY = Expiry.of(Settings.DEFAULT);

  @Test
  @Promise("R2")
  @Seed({"S2.7", "S2.21"})
  void an_index_rebuilt_from_the_ledger_has_the_same_entries() {
    CatalogProjector projector = projector(catalog());
    List<Fact> facts = mail.everyFact("m", 3, new Random(6));
    for (int i = 0; i < facts.size(); i += 5) {
      ledger().record(facts.subList(i, Math.min(i + 5, facts.size())));
      projectAll(projector);
    }
    List<Catalog.Entry> live = search(Map.of(), null);
    long checkpoint = catalog().checkpoint();
    AtomicLong progress = new AtomicLong();

    projector.rebuild(progress::set);

    assertThat(live).hasSize(2);
    assertThat(search(Map.of(), null)).isEqualTo(live);
    assertThat(catalog().checkpoint()).isEqualTo(checkpoint).isEqualTo(progress.get());
  }

  @Test
  @Promise("R2")
  @Seed({"S2.7", "S2.21"})
  void the_index_of_a_server_is_the_same_after_a_rebuild() {
    try (CatalogKeeper keeper =
        new CatalogKeeper(ledger(), catalog(), EXPIRY, Duration.ofMillis(20))) {
      keeper.start();
      ledger().record(mail.everyFact("m", 3, new Random(6)));
      ledger().record(mail.everyFact("n", 2, new Random(7)));
      awaitNoLag(keeper);
      List<Catalog.Entry> live = standings();

      keeper.rebuild();
      awaitNoLag(keeper);

      assertThat(live).hasSize(4);
      assertThat(standings()).isEqualTo(live);
    }
  }

  private void awaitNoLag(CatalogKeeper keeper) {
    long last = ledger().beforeNewest(0);
    eventually(() -> assertThat(keeper.progress().position()).isGreaterThanOrEqualTo(last));
    assertThat(catalog().checkpoint()).isGreaterThanOrEqualTo(last);
  }

  private List<Catalog.Entry> standings() {
    return Stream.of("handoff", "provider")
        .map(kind -> new Search(tenant, kind, Map.of(), null, 100, null))
        .flatMap(search -> catalog().search(search).items().stream())
        .toList();
  }

  @Test
  @Promise("R2")
  @Seed({"S2.21", "S2.24"})
  void the_index_catches_up_after_a_crash() {
    ledger().record(mail.everyFact("m", 2, new Random(8)));
    projectAll(projector(catalog()));
    List<Catalog.Entry> before = search(Map.of(), null);
    ledger().record(List.of(mail.handoff("later", 1, HandoffState.CREATED, 99)));

    fixture.crashAndReopen();
    projectAll(projector(catalog()));

    assertThat(search(Map.of(), null)).hasSize(3).containsAll(before);
  }

  @Test
  @Promise("R2")
  @Seed({"S2.7", "S2.8", "S2.21"})
  void the_index_catches_up_after_an_outage() {
    OutOfOrder broken = new OutOfOrder(catalog());
    CatalogProjector projector = projector(broken);

    assertThat(ledger().record(List.of(mail.handoff("m", 1, HandoffState.CREATED, 1))))
        .containsExactly(APPLIED);
    assertThatThrownBy(projector::projectSome).isInstanceOf(WaybillException.class);
    assertThat(ledger().record(List.of(mail.handoff("m", 1, HandoffState.SENDING, 2))))
        .containsExactly(APPLIED);
    assertThat(catalog().checkpoint()).isZero();
    broken.repair();
    projectAll(projector);

    assertThat(search(Map.of("state", "SENDING"), null)).hasSize(1);
  }

  private static void projectAll(CatalogProjector projector) {
    for (int step = 0; step < 1_000; step++) {
      if (projector.projectSome() == 0) {
        return;
      }
    }
    fail("the catalog never catches up: its checkpoint does not move");
  }

  private CatalogProjector projector(Catalog target) {
    return new CatalogProjector(ledger(), target, this::entryOf);
  }

  /// The latest state of a subject, also for a stale fact, which must not restore an old state.
  private Optional<Catalog.Entry> entryOf(Fact.Recorded recorded) {
    if (!recorded.fact().key().tenant().equals(tenant)) {
      return Optional.empty();
    }
    return ledger().latest(List.of(recorded.fact().key())).stream()
        .findFirst()
        .map(
            latest ->
                new Catalog.Entry(
                    new EntryKey(tenant, KIND, latest.key().kind() + "/" + latest.key().id()),
                    latest.at(),
                    Map.of("state", latest.state()),
                    latest.data().text()));
  }
}
