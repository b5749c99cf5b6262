package dev.waybill.messages.provider.aws;

import dev.waybill.message.ProviderState;
import dev.waybill.messages.http.HttpOutcome;
import dev.waybill.messages.provider.HandoffResult;
import dev.waybill.messages.provider.MessageProvider;
import dev.waybill.messages.provider.OutgoingMessage;
import dev.waybill.messages.provider.ProviderTraits;
import dev.waybill.messages.provider.VendorJson;
import dev.waybill.messages.provider.WebhookReader;
import dev.waybill.wire.json.JsonOut;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Sends by the API of Amazon SES, version 2. It has no idempotency keys.
final class SesProvider implements MessageProvider {

  private final String key;
  private final SesApi api;
  private final Sender sender;
  private final Optional<WebhookReader> webhooks;

  /// @param configurationSet says where SES publishes events
  record Sender(String from, @Nullable String configurationSet) {}

  SesProvider(String key, SesApi api, Sender sender, Optional<WebhookReader> webhooks) {
    this.key = key;
    this.api = api;
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
    return api.send(message, json(message), answer -> accepted(answer, message));
  }

  private byte[] json(OutgoingMessage message) {
    return JsonOut.write(
        out -> {
          out.text("FromEmailAddress", sender.from());
          out.object("Destination", to -> to.texts("ToAddresses", List.of(message.recipient())));
          out.object("Content", content -> content.object("Simple", mail -> write(mail, message)));
          out.text("ConfigurationSetName", sender.configurationSet());
          out.list(
              "EmailTags",
              List.of(message.ids().attemptId()),
              id ->
                  out.object(
                      tag -> {
                        tag.text("Name", "waybill_attempt_id");
                        tag.text("Value", id);
                      }));
        });
  }

  private static void write(JsonOut mail, OutgoingMessage message) {
    part(mail, "Subject", Objects.requireNonNullElse(message.subject(), ""));
    mail.object(
        "Body",
        body -> {
          part(body, "Text", message.body().text());
          part(body, "Html", message.body().html());
        });
  }

  private static void part(JsonOut out, String name, @Nullable String data) {
    if (data != null) {
      out.object(
          name,
          part -> {
            part.text("Data", data);
            part.text("Charset", "UTF-8");
          });
    }
  }

  private static HandoffResult accepted(HttpOutcome.Answered answer, OutgoingMessage message) {
    String id = VendorJson.read(answer.body().bytes()).path("MessageId").asString("");
    return new HandoffResult.Accepted(
        id.isEmpty() ? message.ids().attemptId() : id, ProviderState.ACCEPTED);
  }
}
