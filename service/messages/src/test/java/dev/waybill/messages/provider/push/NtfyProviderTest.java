package dev.waybill.messages.provider.push;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Priority;
import dev.waybill.conformance.Seed;
import dev.waybill.message.MessageBody;
import dev.waybill.message.NewMessage;
import dev.waybill.message.ProviderState;
import dev.waybill.messages.NotificationTarget;
import dev.waybill.messages.provider.HandoffResult;
import dev.waybill.messages.provider.HttpProviderTests;
import dev.waybill.messages.provider.OutgoingMessage;
import dev.waybill.messages.provider.Sent;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class NtfyProviderTest extends HttpProviderTests {

  private static final NotificationTarget TARGET = NotificationTarget.parse("push:alerts");

  @Override
  protected String address() {
    return "ntfy:?token=tk_1&url=" + Sent.encoded(endpoint.address());
  }

  @Override
  protected OutgoingMessage message() {
    return Sent.message("push", "alerts");
  }

  @Test
  @Seed("S2.1")
  void a_message_is_published_to_the_topic() throws Exception {
    assertThat(send()).isEqualTo(new HandoffResult.Accepted("ref-1", ProviderState.ACCEPTED));
    assertThat(asked().path()).isEqualTo("/");
    assertThat(asked().headers()).containsEntry("authorization", "Bearer tk_1");
    assertThat(Sent.json(asked().body().text()))
        .isEqualTo(
            Sent.json(
                """
                {"topic":"alerts","title":"Olá ☀","message":"Bom dia","priority":3,
                 "tags":["welcome"],"sequence_id":"0123456789abcdef0123456789abcdef"}\
                """));
  }

  @Test
  @Seed("S1.20")
  void a_notification_has_title_priority_tags_and_link() throws Exception {
    NewMessage notification =
        TARGET
            .message(
                "Olá ☀", "Bom dia", Priority.HIGH, Set.of("sun"), "https://example.com/messages/1")
            .build();
    provider().send(new OutgoingMessage(notification, message().ids()));
    assertThat(Sent.json(asked().body().text()))
        .isEqualTo(
            Sent.json(
                """
                {"topic":"alerts","title":"Olá ☀","message":"Bom dia","priority":5,
                 "tags":["sun"],"click":"https://example.com/messages/1",
                 "sequence_id":"0123456789abcdef0123456789abcdef"}\
                """));
  }

  @Test
  @Seed("S1.20")
  void priorities_are_mapped_to_ntfy_levels() throws Exception {
    for (Priority priority : List.of(Priority.LOW, Priority.NORMAL, Priority.HIGH)) {
      NewMessage message = TARGET.message("t", "x", priority, Set.of(), null).build();
      provider().send(new OutgoingMessage(message, message().ids()));
    }
    assertThat(endpoint.asked())
        .extracting(asked -> Sent.json(asked.body().text()).path("priority").asInt())
        .containsExactly(2, 3, 5);
  }

  @Test
  void a_text_is_truncated_to_the_ntfy_limit_between_characters() throws Exception {
    for (String letter : List.of("x", "é", "☀", "😀")) {
      for (String text : List.of("a" + letter.repeat(4_999), letter.repeat(4_999))) {
        provider().send(Sent.message("push", "alerts", "long", MessageBody.ofText(text)));
      }
    }
    assertThat(endpoint.asked())
        .extracting(asked -> Sent.json(asked.body().text()).path("message").asString())
        .allSatisfy(
            text -> {
              assertThat(text.getBytes(StandardCharsets.UTF_8).length).isLessThanOrEqualTo(4_096);
              assertThat(text).doesNotContain("\uFFFD").hasSizeGreaterThan(1_300);
            });
  }

  @Test
  void an_invalid_topic_is_refused_before_any_call() throws Exception {
    assertThat(provider().send(Sent.message("push", "no topic")))
        .isInstanceOf(HandoffResult.Refused.class);
    assertThat(endpoint.asked()).isEmpty();
  }
}
