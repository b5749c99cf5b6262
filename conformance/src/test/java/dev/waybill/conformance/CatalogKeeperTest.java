package dev.waybill.conformance;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Payload;
import dev.waybill.Tenants;
import dev.waybill.conformance.job.Deliveries;
import dev.waybill.conformance.job.Deliveries.HandoffState;
import dev.waybill.conformance.model.ModelCatalog;
import dev.waybill.conformance.model.ModelLedger;
import dev.waybill.engine.index.CatalogKeeper;
import dev.waybill.settings.Retention;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Catalog;
import dev.waybill.spi.Catalog.EntryKey;
import dev.waybill.spi.Catalog.Search;
import dev.waybill.spi.Expiry;
import dev.waybill.spi.Fact;
import dev.waybill.spi.LedgerKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class CatalogKeeperTest {

  private static final Duration OFTEN = Duration.ofMillis(5);

  private static final Expiry EXPIRY = Expiry.of(Settings.DEFAULT);

  private final Deliveries mail = new Deliveries("acme");
  private final ModelLedger ledger = new ModelLedger();
  private final ModelCatalog catalog = new ModelCatalog();

  @Test
  @Promise("R2")
  void the_lag_grows_while_the_index_fails_and_then_it_catches_up() {
    OutOfOrder broken = new OutOfOrder(catalog);
    try (CatalogKeeper keeper = new CatalogKeeper(ledger, broken, EXPIRY, OFTEN)) {
      keeper.start();
      ledger.record(List.of(mail.handoff("m", 1, HandoffState.CREATED, 1)));
      eventually(() -> assertThat(lag(keeper, 41)).isEqualTo(40));
      ledger.record(List.of(mail.handoff("m", 1, HandoffState.QUEUED, 2)));
      eventually(() -> assertThat(keeper.progress().last()).isEqualTo(ledger.beforeNewest(0)));
      assertThat(lag(keeper, 51)).isEqualTo(50);

      broken.repair();

      eventually(() -> assertThat(lag(keeper, 51)).isZero());
      assertThat(keeper.progress().position()).isEqualTo(ledger.beforeNewest(0));
      assertThat(search("acme", "handoff")).hasSize(1);
    }
  }

  @Test
  void an_entry_has_the_latest_state_of_its_subject() {
    ledger.record(
        List.of(
            mail.handoff("m", 1, HandoffState.SENDING, 2),
            mail.handoff("m", 1, HandoffState.CREATED, 1)));

    try (CatalogKeeper keeper = new CatalogKeeper(ledger, catalog, EXPIRY, OFTEN)) {
      keeper.start();
      eventually(() -> assertThat(keeper.progress().position()).isEqualTo(ledger.beforeNewest(0)));
    }

    Catalog.Entry entry = search("acme", "handoff").getFirst();
    assertThat(entry.key()).isEqualTo(new EntryKey("acme", "handoff", "m"));
    assertThat(entry.fields()).isEqualTo(Map.of("state", "SENDING", "attempt", "1"));
    assertThat(entry.at()).isEqualTo(Deliveries.at(2));
  }

  @Test
  void waybills_own_data_is_not_indexed() {
    LedgerKey secret = new LedgerKey(Tenants.SYSTEM, "access", "keys");
    Payload data = Payload.of("hash");
    ledger.record(List.of(Fact.of(secret, 1, "made", Deliveries.at(1), data)));

    try (CatalogKeeper keeper = new CatalogKeeper(ledger, catalog, EXPIRY, OFTEN)) {
      keeper.start();
      eventually(() -> assertThat(keeper.progress().position()).isEqualTo(ledger.beforeNewest(0)));
    }

    assertThat(search(Tenants.SYSTEM, "access")).isEmpty();
  }

  @Test
  void what_has_expired_leaves_the_index() {
    ManualClock clock = new ManualClock();
    Settings settings =
        Settings.DEFAULT
            .withClock(clock)
            .withRetention(Retention.DEFAULT.withFacts("brief", Duration.ofHours(1)));
    ModelLedger expiring = new ModelLedger(settings);
    Instant now = clock.instant();
    for (String kind : List.of("brief", "lasting")) {
      LedgerKey key = new LedgerKey("acme", kind, "a");
      expiring.record(List.of(Fact.of(key, 1, "made", now, Payload.empty())));
    }

    try (CatalogKeeper keeper = new CatalogKeeper(expiring, catalog, Expiry.of(settings), OFTEN)) {
      keeper.start();
      eventually(() -> assertThat(search("acme", "brief")).hasSize(1));
      clock.advance(Duration.ofHours(1));
      eventually(() -> assertThat(search("acme", "brief")).isEmpty());
      assertThat(search("acme", "lasting")).hasSize(1);
    }
  }

  private static long lag(CatalogKeeper keeper, int second) {
    return keeper.progress().lagSeconds(Deliveries.at(second));
  }

  private List<Catalog.Entry> search(String tenant, String kind) {
    return catalog.search(new Search(tenant, kind, Map.of(), null, 10, null)).items();
  }
}
