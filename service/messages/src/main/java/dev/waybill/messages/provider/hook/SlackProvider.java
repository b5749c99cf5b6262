package dev.waybill.messages.provider.hook;

import dev.waybill.message.ProviderState;
import dev.waybill.messages.http.OutgoingRequest;
import dev.waybill.messages.provider.HandoffResult;
import dev.waybill.messages.provider.MessageProvider;
import dev.waybill.messages.provider.OutgoingMessage;
import dev.waybill.messages.provider.ProviderTraits;
import dev.waybill.messages.provider.VendorApi;
import dev.waybill.wire.json.JsonOut;
import java.util.Set;

/// Posts to an incoming webhook. The recipient is a channel such as `#ops`: Mattermost posts there,
/// Slack always posts to the channel of the webhook.
final class SlackProvider implements MessageProvider {

  private final String key;
  private final VendorApi api;

  SlackProvider(String key, VendorApi api) {
    this.key = key;
    this.api = api;
  }

  @Override
  public String key() {
    return key;
  }

  @Override
  public ProviderTraits traits() {
    return new ProviderTraits(Set.of("chat"), false, false);
  }

  /// Slack answers with `ok` and no ID, so the attempt ID stands for it.
  @Override
  public HandoffResult send(OutgoingMessage message) throws InterruptedException {
    return api.send(
        message,
        OutgoingRequest.json(api.path(""), json(message)),
        _ -> new HandoffResult.Accepted(message.ids().attemptId(), ProviderState.DELIVERED));
  }

  private static byte[] json(OutgoingMessage message) {
    String text = escaped(message.plainText());
    String subject = message.subject();
    return JsonOut.write(
        out -> {
          out.text("channel", message.recipient());
          out.text("text", subject == null ? text : "*" + escaped(subject) + "*\n" + text);
        });
  }

  /// The three characters that Slack reads as control characters.
  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
