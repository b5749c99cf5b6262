package dev.waybill.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Code;
import dev.waybill.NewJob;
import dev.waybill.Waybill;
import dev.waybill.conformance.model.ModelBackend;
import dev.waybill.engine.EngineOpener;
import dev.waybill.result.EnqueueResult;
import dev.waybill.result.Enqueued;
import dev.waybill.result.Refused;
import dev.waybill.settings.Settings;
import dev.waybill.topic.Delivery;
import dev.waybill.topic.Subscription;
import dev.waybill.topic.Topic;
import dev.waybill.topic.TopicEvent;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Callers cannot enqueue jobs under names that Waybill gives to deliveries and firings.
final class ReservedNamesTest {

  private static final Settings SETTINGS = Settings.DEFAULT.withMaintenanceEvery(null);

  private final Waybill waybill = EngineOpener.over(new ModelBackend(SETTINGS), SETTINGS);

  @AfterEach
  void close() {
    waybill.close();
  }

  @Test
  void a_job_of_a_caller_cannot_use_the_names_of_a_delivery() {
    waybill.topics().put(Topic.of("orders"));
    waybill.topics().subscribe(Subscription.of("orders", "all", "q"));
    NewJob.Builder job = NewJob.builder("t").queue("q");
    List<EnqueueResult> results =
        waybill.enqueueAll(
            List.of(
                job.requestId("event/orders/all/1").build(),
                job.requestId("schedule:s:0:2030-01-01T00:00:00Z").build(),
                job.requestId(null).tags("event:1").build(),
                job.requestId(null).tags("topic:orders").build(),
                job.requestId(null).tags("subscription:all").build(),
                job.requestId(null).tags("schedule:s").build(),
                job.requestId(null).tags("slot:2030-01-01T00:00:00Z").build(),
                job.requestId("events/1").tags("eventually", "my:topic:x").build()));
    assertThat(results.subList(0, 7))
        .allSatisfy(
            one ->
                assertThat(one)
                    .isInstanceOfSatisfying(
                        Refused.class, r -> assertThat(r.code()).isEqualTo(Code.INVALID_ARGUMENT)));
    assertThat(results.getLast()).isInstanceOf(Enqueued.class);
    assertThat(
            waybill.topics().publish("orders", TopicEvent.of("t", "{}").withId("1")).deliveries())
        .extracting(Delivery::duplicate)
        .containsExactly(false);
  }
}
