package dev.waybill.messages.provider.hook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.conformance.Seed;
import dev.waybill.message.MessageBody;
import dev.waybill.message.ProviderState;
import dev.waybill.messages.provider.HandoffResult;
import dev.waybill.messages.provider.HttpProviderTests;
import dev.waybill.messages.provider.OutgoingMessage;
import dev.waybill.messages.provider.Sent;
import org.junit.jupiter.api.Test;

final class SlackProviderTest extends HttpProviderTests {

  @Override
  protected String address() {
    return "slack:?url=" + Sent.encoded(endpoint.address().resolve("/services/T0/B0/x"));
  }

  @Override
  protected OutgoingMessage message() {
    return Sent.message("chat", "#ops");
  }

  @Test
  @Seed("S2.1")
  void a_message_is_posted_to_the_incoming_webhook() throws Exception {
    endpoint.answers(200, "ok");
    assertThat(send())
        .isEqualTo(new HandoffResult.Accepted(Sent.ATTEMPT_ID, ProviderState.DELIVERED));
    assertThat(asked().path()).isEqualTo("/services/T0/B0/x");
    assertThat(asked().headers().get("content-type")).startsWith("application/json");
    assertThat(Sent.json(asked().body().text()))
        .isEqualTo(Sent.json("{\"channel\":\"#ops\",\"text\":\"*Olá ☀*\\nBom dia\"}"));
  }

  @Test
  void control_characters_are_escaped() throws Exception {
    provider().send(Sent.message("chat", "#ops", null, MessageBody.ofText("a < b & <!channel>")));
    assertThat(Sent.json(asked().body().text()).path("text").asString())
        .isEqualTo("a &lt; b &amp; &lt;!channel&gt;");
  }
}
