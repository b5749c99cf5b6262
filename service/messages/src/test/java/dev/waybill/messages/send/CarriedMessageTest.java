package dev.waybill.messages.send;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Payload;
import dev.waybill.messages.MessageFixture;
import dev.waybill.topic.Subscription;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CarriedMessageTest {

  private @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(Subscription.Format.class)
  void the_message_of_a_job_is_found_in_every_event_format(Subscription.Format format) {
    try (MessageFixture messages = new MessageFixture(folder, format)) {
      String id = messages.create("hi");
      assertThat(CarriedMessage.idIn(messages.jobs().getFirst().payload())).contains(id);
    }
  }

  @Test
  void the_message_id_is_found_in_unsupported_versions() {
    try (MessageFixture messages = new MessageFixture(folder)) {
      String id = messages.create("hi");
      String event = messages.jobs().getFirst().payload().text();
      assertThat(CarriedMessage.idIn(Payload.of(event.replace("\"1.0\"", "\"3.0\"")))).contains(id);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "no JSON",
        "[1]",
        "{\"type\":\"mail\"}",
        "{\"event_type\":\"message_created\"}",
        "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/s\",\"type\":\"t\",\"subject\":\"m-1\"}"
      })
  void other_payloads_have_no_message(String payload) {
    assertThat(CarriedMessage.idIn(Payload.of(payload))).isEmpty();
  }
}
