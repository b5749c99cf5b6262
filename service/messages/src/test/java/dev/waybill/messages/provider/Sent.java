package dev.waybill.messages.provider;

import dev.waybill.Payload;
import dev.waybill.conformance.ManualClock;
import dev.waybill.conformance.model.ModelLedger;
import dev.waybill.message.Attachment;
import dev.waybill.message.MessageBody;
import dev.waybill.message.MessageMetadata;
import dev.waybill.message.NewMessage;
import dev.waybill.messages.http.Network;
import dev.waybill.messages.http.TargetAddresses;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Messages and providers for tests.
public final class Sent {

  public static final String ATTEMPT_ID = "0123456789abcdef0123456789abcdef";

  public static final Attachment INVOICE =
      Attachment.of("invoice.pdf", "application/pdf", Payload.wrap(allBytes()));

  public static final Attachment NOTES =
      Attachment.of("Olá \"1\".txt", "text/plain", Payload.of("Bom dia\r\n.\nx"));

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
    NewMessage message =
        NewMessage.builder(channel, recipient)
            .subject(subject)
            .body(body)
            .metadata(MessageMetadata.of(Set.of("welcome"), "c1", Map.of("order", "42")))
            .build();
    return new OutgoingMessage(message, new OutgoingMessage.Ids("acme", "m-1", 1, ATTEMPT_ID));
  }

  /// An e-mail with an attachment of all bytes, and one with a name that is not ASCII.
  public static OutgoingMessage withAttachments() {
    OutgoingMessage plain = message("email", "ada@example.org");
    return new OutgoingMessage(
        plain.message().toBuilder().attachments(List.of(INVOICE, NOTES)).build(), plain.ids());
  }

  public static String base64(Attachment attachment) {
    return Base64.getEncoder().encodeToString(attachment.content().bytes());
  }

  private static byte[] allBytes() {
    byte[] bytes = new byte[256];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) i;
    }
    return bytes;
  }

  public static JsonNode json(String text) {
    return new JsonMapper().readTree(text);
  }
}
