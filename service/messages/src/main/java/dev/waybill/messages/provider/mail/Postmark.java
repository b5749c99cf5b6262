package dev.waybill.messages.provider.mail;

import dev.waybill.message.ProviderState;
import dev.waybill.messages.http.HttpOutcome;
import dev.waybill.messages.http.OutgoingRequest;
import dev.waybill.messages.provider.HandoffResult;
import dev.waybill.messages.provider.MessageProvider;
import dev.waybill.messages.provider.OutgoingMessage;
import dev.waybill.messages.provider.ProviderTraits;
import dev.waybill.messages.provider.VendorApi;
import dev.waybill.messages.provider.VendorJson;
import dev.waybill.messages.provider.WebhookReader;
import dev.waybill.wire.json.JsonOut;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/// Sends by the Postmark API. It has no idempotency keys.
final class PostmarkProvider implements MessageProvider {

  private final String key;
  private final VendorApi api;
  private final String token;
  private final Sender sender;
  private final Optional<WebhookReader> webhooks;

  /// @param stream the message stream of Postmark
  record Sender(String from, String stream) {}

  PostmarkProvider(
      String key, VendorApi api, String token, Sender sender, Optional<WebhookReader> webhooks) {
    this.key = key;
    this.api = api;
    this.token = token;
    this.sender = sender;
    this.webhooks = webhooks;
  }

  @Override
  public String key() {
    return key;
  }

  @Override
  public ProviderTraits traits() {
    return new ProviderTraits(Set.of("email"), webhooks.isPresent(), false);
  }

  @Override
  public Optional<WebhookReader> webhooks() {
    return webhooks;
  }

  @Override
  public HandoffResult send(OutgoingMessage message) throws InterruptedException {
    OutgoingRequest request =
        OutgoingRequest.json(api.path("/email"), json(message))
            .with("X-Postmark-Server-Token", token)
            .with("Accept", "application/json");
    return api.send(message, request, answer -> accepted(answer, message));
  }

  private byte[] json(OutgoingMessage message) {
    return JsonOut.write(
        out -> {
          out.text("From", sender.from());
          out.text("To", message.recipient());
          out.text("Subject", Objects.requireNonNullElse(message.subject(), ""));
          out.text("TextBody", message.body().text());
          out.text("HtmlBody", message.body().html());
          out.text("MessageStream", sender.stream());
          out.object(
              "Metadata", data -> data.text("waybill_attempt_id", message.ids().attemptId()));
        });
  }

  private static HandoffResult accepted(HttpOutcome.Answered answer, OutgoingMessage message) {
    String id = VendorJson.read(answer.body().bytes()).path("MessageID").asString("");
    return new HandoffResult.Accepted(
        id.isEmpty() ? message.ids().attemptId() : id, ProviderState.ACCEPTED);
  }
}
