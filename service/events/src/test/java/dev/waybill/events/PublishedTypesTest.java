package dev.waybill.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Waybill;
import dev.waybill.conformance.model.ModelBackend;
import dev.waybill.engine.EngineOpener;
import dev.waybill.settings.Settings;
import dev.waybill.topic.Schema;
import dev.waybill.topic.Topic;
import dev.waybill.topic.TopicEvent;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The types that were published to a topic are known to every server, and after a restart.
final class PublishedTypesTest {

  private static final String MINIMAL =
      """
      {"schema_version":"1.0.0","event_id":"e-1","title":"Soup","source":"manual",\
      "type":"FREE_FOOD_EVENT","published_at":"2025-11-02T14:03:22Z","retries":0,"metadata":{}}\
      """;

  private @TempDir Path folder;

  @Test
  void a_restart_keeps_what_was_published() {
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
