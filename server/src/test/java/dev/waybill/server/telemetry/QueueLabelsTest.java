package dev.waybill.server.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.common.Attributes;
import org.junit.jupiter.api.Test;

final class QueueLabelsTest {

  private final QueueLabels labels = new QueueLabels();

  @Test
  void the_labels_of_a_queue_are_made_once() {
    assertThat(labels.of("default", "mails")).isSameAs(labels.of("default", "mails"));
    assertThat(labels.of("other", "mails").queue).isNotEqualTo(labels.of("default", "mails").queue);
  }

  @Test
  void queues_without_number_do_not_make_series_without_number() {
    for (int i = 0; i < QueueLabels.MOST; i++) {
      labels.of("tenant-" + i, "q");
    }
    Attributes shared = labels.of("default", "one too many").queue;
    assertThat(shared.get(QueueLabels.QUEUE)).isEqualTo(QueueLabels.OTHER);
    assertThat(labels.of("default", "and another").queue).isSameAs(shared);
    assertThat(labels.of("tenant-7", "q").queue.get(QueueLabels.QUEUE)).isEqualTo("q");
  }
}
