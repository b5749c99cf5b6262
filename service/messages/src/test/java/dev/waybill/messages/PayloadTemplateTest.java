package dev.waybill.messages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Priority;
import dev.waybill.message.TopicMessage;
import dev.waybill.message.TopicMessageStatus;
import dev.waybill.messages.notify.Notification;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PayloadTemplateTest {

  @Test
  void the_fields_of_an_object_become_the_notification() {
    Notification full =
        render(
            """
            {"title":"Disk","text":"full","message":"unused","tags":["disk",1],
             "click":"https://example.com/disk"}\
            """);
    assertThat(full)
        .isEqualTo(
            new Notification(
                "n-1", "Disk", "full", Priority.LOW, List.of("disk"), "https://example.com/disk"));
  }

  @Test
  void the_message_type_is_the_default_title() {
    assertThat(render("{\"message\":\"hi\"}").title()).isEqualTo("scheduled_hello");
    assertThat(render("{\"body\":\"hi\"}").text()).isEqualTo("hi");
    assertThat(render("\"hi\"").text()).isEqualTo("hi");
    assertThat(render("{\"count\": 3}").text()).isEqualTo("{\"count\": 3}");
    assertThat(render("{\"text\":\" \"}").text()).isEqualTo("{\"text\":\" \"}");
    assertThat(render("null").text()).isEqualTo("null");
  }

  private static Notification render(String payload) {
    TopicMessage record =
        new TopicMessage(
            "m-1",
            new TopicMessage.Content("scheduled_hello", "dev", "scheduler", "c-1", payload),
            Instant.EPOCH,
            new TopicMessage.Progress(TopicMessageStatus.PROCESSING, 1, Instant.EPOCH, null, null));
    return new PayloadTemplate().render("n-1", record, Priority.LOW);
  }
}
