package dev.waybill.backend.aws.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.backend.aws.Emulators;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

class QueuesTest {

  private final AwsLink link = AwsLink.open(Emulators.config());
  private final Queues queues = new Queues(link);
  private final String name = link.layout().queue("default");

  @AfterEach
  void close() {
    link.close();
  }

  @Test
  void a_queue_is_created_once_with_a_queue_of_dead_letters() {
    String url = queues.create(name);

    assertThat(queues.create(name)).isEqualTo(url);
    assertThat(queues.find(name)).contains(url);
    assertThat(queues.attributesOf(url))
        .containsEntry(QueueAttributeName.VISIBILITY_TIMEOUT, "300")
        .containsEntry(QueueAttributeName.RECEIVE_MESSAGE_WAIT_TIME_SECONDS, "20")
        .hasEntrySatisfying(
            QueueAttributeName.REDRIVE_POLICY,
            policy -> assertThat(policy).contains(name + "-dlq").contains("3"));
  }

  @Test
  void a_queue_that_does_not_exist_is_not_found() {
    assertThat(queues.find(name)).isEmpty();
  }

  @Test
  void names_that_sqs_does_not_allow_get_a_hash() {
    AwsLayout layout = link.layout();

    assertThat(layout.queue("a.b"))
        .matches("[A-Za-z0-9_-]{1,76}")
        .isNotEqualTo(layout.queue("a_b"));
    assertThat(layout.queue("x".repeat(128))).matches("[A-Za-z0-9_-]{1,76}");
  }
}
