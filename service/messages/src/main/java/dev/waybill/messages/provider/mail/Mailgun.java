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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Sends by the Mailgun API, version 3. It has no idempotency keys.
final class MailgunProvider implements MessageProvider {

  private final String key;
  private final VendorApi api;
  private final Account account;
  private final Optional<WebhookReader> webhooks;

  record Account(String apiKey, String domain, String from) {

    /// Without the key.
    @Override
    public String toString() {
      return domain;
    }
  }

  MailgunProvider(
      String key, VendorApi api, Account account, Optional<? extends WebhookReader> webhooks) {
    this.key = key;
    this.api = api;
    this.account = account;
    this.webhooks = webhooks.map(reader -> reader);
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
        OutgoingRequest.form(api.path("/v3/" + account.domain() + "/messages"), fields(message))
            .withBasic("api", account.apiKey());
    return api.send(message, request, answer -> accepted(answer, message));
  }

  private List<Map.Entry<String, String>> fields(OutgoingMessage message) {
    List<Map.Entry<String, String>> fields = new ArrayList<>();
    fields.add(Map.entry("from", account.from()));
    fields.add(Map.entry("to", message.recipient()));
    fields.add(Map.entry("subject", Objects.requireNonNullElse(message.subject(), "")));
    add(fields, "text", message.body().text());
    add(fields, "html", message.body().html());
    message.metadata().tags().forEach(tag -> fields.add(Map.entry("o:tag", tag)));
    fields.add(Map.entry("v:waybill_attempt_id", message.ids().attemptId()));
    return fields;
  }

  private static void add(
      List<Map.Entry<String, String>> fields, String name, @Nullable String value) {
    if (value != null) {
      fields.add(Map.entry(name, value));
    }
  }

  /// The answer has the message ID in angle brackets, the webhooks do not.
  private static HandoffResult accepted(HttpOutcome.Answered answer, OutgoingMessage message) {
    String id = VendorJson.read(answer.body().bytes()).path("id").asString("");
    String bare = id.replaceAll("[<>]", "");
    return new HandoffResult.Accepted(
        bare.isEmpty() ? message.ids().attemptId() : bare, ProviderState.ACCEPTED);
  }
}
