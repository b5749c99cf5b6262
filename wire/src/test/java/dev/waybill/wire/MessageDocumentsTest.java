package dev.waybill.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Priority;
import dev.waybill.RetryPolicy;
import dev.waybill.message.NewTopicMessage;
import dev.waybill.wire.topic.NewTopicMessageJson;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class MessageDocumentsTest {

  @ParameterizedTest
  @MethodSource("messages")
  void a_new_message_is_read_back_unchanged(NewTopicMessage message) {
    byte[] json = NewTopicMessageJson.DOCUMENT.bytes(NewTopicMessageJson.of(message));
    NewTopicMessage read = NewTopicMessageJson.DOCUMENT.read(json).by("alice");
    assertThat(read).isEqualTo(message);
  }

  static Stream<NewTopicMessage> messages() {
    NewTopicMessage plain =
        NewTopicMessage.byUser("alice", "manual_notification", "dev", "{\"n\" : 1.50}");
    return Stream.of(
        plain,
        plain
            .withPriority(Priority.HIGH)
            .withRetry(RetryPolicy.never())
            .withCorrelationId("660e9500-f39c-52e5-b827-557766551111"));
  }
}
