package dev.waybill.messages.provider;

import dev.waybill.conformance.ManualClock;
import dev.waybill.conformance.model.ModelLedger;
import dev.waybill.message.MessageBody;
import dev.waybill.message.MessageMetadata;
import dev.waybill.messages.http.Network;
import dev.waybill.messages.http.TargetAddresses;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Messages and providers for tests.
public final class Sent {

  public static final String ATTEMPT_ID = "0123456789abcdef0123456789abcdef";

  private Sent() {}

  public static ProviderHost host(ManualClock clock, String networks) {
    return new ProviderHost(
        clock, Network.direct(TargetAddresses.allowing(networks)), new ModelLedger(), (_, _) -> {});
  }

  /// @param address as in the setting, such as `slack:?url=…`
  public static MessageProvider provider(String address, ManualClock clock) {
    return ConfiguredProviders.read("p=" + address, host(clock, "127.0.0.0/8")).getFirst();
  }

  public static String encoded(Object text) {
    return URLEncoder.encode(text.toString(), StandardCharsets.UTF_8);
  }

  public static OutgoingMessage message(String channel, String recipient) {
    return message(channel, recipient, "Olá ☀", new MessageBody("Bom dia", "<b>Bom dia</b>"));
  }

  public static OutgoingMessage message(
      String channel, String recipient, @Nullable String subject, MessageBody body) {
    return new OutgoingMessage(
        new OutgoingMessage.Ids("acme", "m-1", 1, ATTEMPT_ID),
        channel,
        recipient,
        subject,
        body,
        MessageMetadata.of(Set.of("welcome"), "c1", Map.of("order", "42")));
  }

  public static JsonNode json(String text) {
    return new JsonMapper().readTree(text);
  }
}
