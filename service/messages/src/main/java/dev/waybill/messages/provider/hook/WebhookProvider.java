package dev.waybill.messages.provider.hook;

import dev.waybill.message.ProviderState;
import dev.waybill.messages.http.HttpOutcome;
import dev.waybill.messages.http.OutgoingRequest;
import dev.waybill.messages.provider.HandoffResult;
import dev.waybill.messages.provider.HttpHandoff;
import dev.waybill.messages.provider.MessageProvider;
import dev.waybill.messages.provider.OutgoingMessage;
import dev.waybill.messages.provider.ProviderTraits;
import dev.waybill.messages.provider.WebhookReader;
import java.net.URI;
import java.util.Optional;
import java.util.Set;

/// Posts messages to the URLs of recipients. `webhook-id` is the message ID, also when the message
/// is sent again, so that receivers recognize duplicates.
final class WebhookProvider implements MessageProvider {

  private final String key;
  private final SignedPost post;
  private final WebhookBody body;
  private final EndpointHealth health;
  private final StandardWebhookReader reader;

  WebhookProvider(
      String key,
      SignedPost post,
      WebhookBody body,
      EndpointHealth health,
      StandardWebhookReader reader) {
    this.key = key;
    this.post = post;
    this.body = body;
    this.health = health;
    this.reader = reader;
  }

  @Override
  public String key() {
    return key;
  }

  @Override
  public ProviderTraits traits() {
    return new ProviderTraits(Set.of("webhook"), true, true);
  }

  @Override
  public Optional<WebhookReader> webhooks() {
    return Optional.of(reader);
  }

  @Override
  public HandoffResult send(OutgoingMessage message) throws InterruptedException {
    Optional<URI> url = url(message.recipient());
    if (url.isEmpty()) {
      return new HandoffResult.Refused(
          "invalid_recipient", "the recipient of a webhook must be an http or https URL");
    }
    EndpointHealth.Endpoint endpoint = health.endpoint(message.ids().tenant(), url.get());
    if (endpoint.isDisabled()) {
      return new HandoffResult.Refused("endpoint_disabled", endpoint.reason());
    }
    HttpOutcome outcome =
        post.send(url.get(), message.ids().messageId(), body.of(message, post.clock().instant()));
    endpoint.note(outcome);
    return HttpHandoff.result(
        outcome,
        message,
        _ -> new HandoffResult.Accepted(message.ids().messageId(), ProviderState.DELIVERED));
  }

  private static Optional<URI> url(String recipient) {
    try {
      return Optional.of(URI.create(recipient)).filter(OutgoingRequest::isWebAddress);
    } catch (IllegalArgumentException malformed) {
      return Optional.empty();
    }
  }
}
