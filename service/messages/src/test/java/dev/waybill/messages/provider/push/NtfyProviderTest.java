package dev.waybill.messages.provider.push;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.conformance.Seed;
import dev.waybill.message.ProviderState;
import dev.waybill.messages.provider.HandoffResult;
import dev.waybill.messages.provider.HttpProviderTests;
import dev.waybill.messages.provider.OutgoingMessage;
import dev.waybill.messages.provider.Sent;
import org.junit.jupiter.api.Test;

final class NtfyProviderTest extends HttpProviderTests {

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
  void an_invalid_topic_is_refused_before_any_call() throws Exception {
    assertThat(provider().send(Sent.message("push", "no topic")))
        .isInstanceOf(HandoffResult.Refused.class);
    assertThat(endpoint.asked()).isEmpty();
  }
}
