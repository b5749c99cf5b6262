package dev.waybill.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Code;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.conformance.ManualClock;
import dev.waybill.conformance.model.ModelBackend;
import dev.waybill.conformance.model.ModelLedger;
import dev.waybill.engine.EngineOpener;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Fact;
import dev.waybill.spi.ForwardingLedger;
import dev.waybill.spi.LedgerKey;
import dev.waybill.topic.Schema;
import dev.waybill.topic.Topic;
import dev.waybill.topic.TopicEvent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The types that were published to a topic are known to every server and durable.
final class PublishedTypesTest {

  private static final String MINIMAL =
      """
      {"schema_version":"1.0.0","event_id":"e-1","title":"Soup","source":"manual",\
      "type":"FREE_FOOD_EVENT","published_at":"2025-11-02T14:03:22Z","retries":0,"metadata":{}}\
      """;

  private @TempDir Path folder;

  @Test
  void a_restart_keeps_published_types() {
    try (Waybill waybill = Waybill.open(folder)) {
      waybill.topics().put(Topic.of("orders"));
      waybill.schemas().register(Schema.of("order.paid", "1.0", "{}"));
      waybill.topics().publish("orders", TopicEvent.of("order.paid", "{}"));
      waybill.topics().publish("orders", TopicEvent.of(MINIMAL));
    }
    try (Waybill waybill = Waybill.open(folder)) {
      assertThat(waybill.schemas().asyncApi()).contains("order.paid", "FREE_FOOD_EVENT");
      assertThat(waybill.schemas().list())
          .extracting(Schema::type)
          .containsExactlyInAnyOrder("order.paid", "FREE_FOOD_EVENT");
      assertThat(waybill.tenant("other").schemas().list()).isEmpty();
    }
  }

  @Test
  void a_type_that_cannot_be_recorded_is_skipped_for_some_time() {
    ManualClock clock = new ManualClock();
    FailingLedger ledger = new FailingLedger();
    PublishedTypes types = new PublishedTypes(ledger, clock);
    ledger.broken = true;
    types.note("acme", "food", "a");
    int calls = ledger.calls;
    types.note("acme", "food", "a");
    types.note("acme", "other", "b");
    assertThat(ledger.calls).isEqualTo(calls);
    ledger.broken = false;
    clock.advance(Duration.ofMinutes(1));
    types.note("acme", "food", "a");
    assertThat(types.of("acme", "food")).containsExactly("a");
  }

  private static final class FailingLedger extends ForwardingLedger {

    private boolean broken;
    private int calls;

    FailingLedger() {
      super(new ModelLedger());
    }

    @Override
    public List<Fact.Recorded> history(LedgerKey key, long after, int max) {
      calls++;
      if (broken) {
        throw new WaybillException(Code.UNAVAILABLE, "as the test asked for");
      }
      return super.history(key, after, max);
    }
  }

  @Test
  void another_server_knows_them_until_the_topic_is_deleted() {
    Settings settings = Settings.DEFAULT.withMaintenanceEvery(null);
    ModelBackend backend = new ModelBackend(settings);
    try (Waybill one = EngineOpener.over(backend, settings);
        Waybill two = EngineOpener.over(backend, settings)) {
      one.topics().put(Topic.of("food"));
      one.topics().publish("food", TopicEvent.of(MINIMAL));
      assertThat(two.schemas().list()).extracting(Schema::type).containsExactly("FREE_FOOD_EVENT");
      two.topics().delete("food");
      assertThat(one.schemas().list()).isEmpty();
    }
  }
}
