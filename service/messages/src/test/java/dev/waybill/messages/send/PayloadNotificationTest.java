package dev.waybill.messages.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Priority;
import dev.waybill.WaybillException;
import dev.waybill.message.NewMessage;
import dev.waybill.message.TopicMessage;
import dev.waybill.messages.NotificationTarget;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PayloadNotificationTest {

  @Test
  void the_fields_of_an_object_become_the_notification() {
    NewMessage full =
        render(
            """
            {"title":"Disk","text":"full","message":"unused","tags":["disk",1],
             "click":"https://example.com/disk"}\
            """);
    assertThat(full.channel()).isEqualTo("push");
    assertThat(full.recipient()).isEqualTo("alerts");
    assertThat(full.subject()).isEqualTo("Disk");
    assertThat(full.body().text()).isEqualTo("full");
    assertThat(full.metadata().tags()).containsExactly("disk");
    assertThat(full.metadata().labels())
        .isEqualTo(
            Map.of(
                "type", "notification.created",
                "priority", "low",
                "click", "https://example.com/disk"));
  }

  @Test
  void the_message_type_is_the_default_title() {
    assertThat(render("{\"message\":\"hi\"}").subject()).isEqualTo("scheduled_hello");
    assertThat(text("{\"body\":\"hi\"}")).isEqualTo("hi");
    assertThat(text("\"hi\"")).isEqualTo("hi");
    assertThat(text("{\"count\": 3}")).isEqualTo("{\"count\": 3}");
    assertThat(text("{\"text\":\" \"}")).isEqualTo("{\"text\":\" \"}");
    assertThat(text("null")).isEqualTo("null");
  }

  @Test
  void texts_that_are_too_long_are_truncated() {
    NewMessage cut =
        render("{\"title\":\"%s\",\"text\":\"%s\"}".formatted("t".repeat(999), "x".repeat(9_999)));
    assertThat(cut.subject()).hasSize(PayloadNotification.TITLE_LENGTH).endsWith("…");
    assertThat(cut.body().text()).hasSize(PayloadNotification.TEXT_LENGTH).endsWith("…");
  }

  @ParameterizedTest
  @ValueSource(strings = {"javascript:alert(1)", "https://", "http://a b", "relative"})
  void a_link_must_be_a_web_address(String link) {
    assertThatThrownBy(() -> render("{\"click\":\"" + link + "\"}"))
        .isInstanceOf(WaybillException.class)
        .hasMessageContaining("/click");
  }

  @Test
  void tags_have_limits() {
    String many =
        IntStream.rangeClosed(1, 11)
            .mapToObj(i -> "\"t" + i + "\"")
            .collect(Collectors.joining(","));
    for (String tags : new String[] {many, "\" \"", "\"" + "x".repeat(65) + "\""}) {
      assertThatThrownBy(() -> render("{\"tags\":[" + tags + "]}"))
          .isInstanceOf(WaybillException.class)
          .hasMessageContaining("/tags");
    }
  }

  private static String text(String payload) {
    return String.valueOf(render(payload).body().text());
  }

  private static NewMessage render(String payload) {
    NewMessage message =
        NewMessage.builder(TopicMessage.CHANNEL, "messages-dev")
            .subject("scheduled_hello")
            .text(payload)
            .build();
    return PayloadNotification.of(message, NotificationTarget.parse("push:alerts"), Priority.LOW);
  }
}
