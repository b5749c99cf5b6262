package dev.waybill.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Priority;
import dev.waybill.RetryPolicy;
import dev.waybill.message.NewMessage;
import dev.waybill.wire.topic.NewMessageJson;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class MessageDocumentsTest {

  @ParameterizedTest
  @MethodSource("messages")
  void a_new_message_is_read_back_unchanged(NewMessage message) {
    byte[] json = NewMessageJson.DOCUMENT.bytes(NewMessageJson.of(message));
    NewMessage read = NewMessageJson.DOCUMENT.read(json).by("alice");
    assertThat(read).isEqualTo(message);
  }

  static Stream<NewMessage> messages() {
    NewMessage plain = NewMessage.byUser("alice", "manual_notification", "dev", "{\"n\" : 1.50}");
    return Stream.of(
        plain,
        plain
            .withPriority(Priority.HIGH)
            .withRetry(RetryPolicy.never())
            .withCorrelationId("660e9500-f39c-52e5-b827-557766551111"));
  }
}
