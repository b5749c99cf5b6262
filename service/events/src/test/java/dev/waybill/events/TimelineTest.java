package dev.waybill.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Lease;
import dev.waybill.LeaseRequest;
import dev.waybill.Outcome;
import dev.waybill.Settlement;
import dev.waybill.Timeline;
import dev.waybill.Waybill;
import dev.waybill.topic.Subscription;
import dev.waybill.topic.Topic;
import dev.waybill.topic.TopicEvent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TimelineTest {

  private @TempDir Path folder;

  @Test
  void a_timeline_contains_an_event_its_jobs_and_their_attempts_in_order() {
    try (Waybill waybill = Waybill.open(folder)) {
      waybill.topics().put(Topic.of("orders"));
      waybill.topics().subscribe(Subscription.of("orders", "mail", "mails"));
      waybill.topics().subscribe(Subscription.of("orders", "stock", "stock"));
      waybill
          .topics()
          .publish(
              "orders", TopicEvent.of("paid", "{\"n\":1}").withId("e1").withCorrelationId("story"));
      fail(waybill, "mails");
      Timeline timeline = waybill.timeline("story");
      assertThat(timeline.complete()).isTrue();
      assertThat(timeline.entries())
          .extracting(Timeline.Entry::text)
          .containsExactly(
              "event e1 of type paid was published to topic orders",
              "job of type paid entered queue mails for subscription mail",
              "job of type paid entered queue stock for subscription stock",
              "attempt 1 started on worker w",
              "attempt 1 ended as failed: no such address",
              "job of queue mails is failed");
    }
  }

  @Test
  void a_timeline_of_another_tenant_is_not_returned() {
    try (Waybill waybill = Waybill.open(folder)) {
      waybill.topics().put(Topic.of("orders"));
      waybill.topics().subscribe(Subscription.of("orders", "mail", "mails"));
      waybill
          .topics()
          .publish("orders", TopicEvent.of("paid", "{\"n\":1}").withCorrelationId("story"));
      assertThat(waybill.tenant("other").timeline("story").entries()).isEmpty();
      assertThat(waybill.timeline("another").entries()).isEmpty();
    }
  }

  private static void fail(Waybill waybill, String queue) {
    Lease lease =
        waybill
            .lease(new LeaseRequest(queue, "w", 1, Duration.ofSeconds(30), Duration.ofSeconds(5)))
            .getFirst();
    waybill.settle(List.of(new Settlement(lease.token(), Outcome.fail("no such address"))));
  }
}
