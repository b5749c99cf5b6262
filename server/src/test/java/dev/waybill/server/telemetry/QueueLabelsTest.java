package dev.waybill.server.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class QueueLabelsTest {

  private final QueueLabels labels = new QueueLabels();

  @Test
  void a_tenant_with_very_many_queues_leaves_room_for_the_others() {
    fill("greedy", 10_000);
    assertThat(queue("default", "mails")).isEqualTo("mails");
    assertThat(queue("acme", "mails")).isEqualTo("mails");
    assertThat(queue("greedy", "queue-0")).isEqualTo("queue-0");
    assertThat(queue("greedy", "queue-9999")).isEqualTo(QueueLabels.OTHER);
  }

  @Test
  void surplus_queues_of_a_tenant_share_one_series_of_that_tenant() {
    fill("greedy", 10_000);
    assertThat(tenant("greedy", "queue-9999")).isEqualTo("greedy");
    assertThat(labels.of("greedy", "queue-9999")).isSameAs(labels.of("greedy", "queue-9998"));
  }

  @Test
  void the_labels_of_all_tenants_together_are_limited() {
    Set<QueueLabels.Labels> all = new HashSet<>();
    for (int tenant = 0; tenant < 2 * QueueLabels.MOST_TENANTS; tenant++) {
      for (int queue = 0; queue < 20; queue++) {
        all.add(labels.of("tenant-" + tenant, "queue-" + queue));
      }
    }
    assertThat(all).hasSizeLessThanOrEqualTo(QueueLabels.MOST + QueueLabels.MOST_TENANTS + 1);
    assertThat(tenant("one too many", "q")).isEqualTo(QueueLabels.OTHER);
    assertThat(labels.tenants()).hasSizeLessThanOrEqualTo(QueueLabels.MOST_TENANTS);
  }

  private void fill(String tenant, int queues) {
    IntStream.range(0, queues).forEach(i -> labels.of(tenant, "queue-" + i));
  }

  private String queue(String tenant, String queue) {
    return String.valueOf(labels.of(tenant, queue).queue.get(QueueLabels.QUEUE));
  }

  private String tenant(String tenant, String queue) {
    return String.valueOf(labels.of(tenant, queue).queue.get(QueueLabels.TENANT));
  }
}
