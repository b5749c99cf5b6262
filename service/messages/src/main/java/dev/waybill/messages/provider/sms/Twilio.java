package dev.waybill.messages.provider.sms;

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
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Sends text messages by the Twilio API. It has no idempotency keys for messages.
final class TwilioProvider implements MessageProvider {

  private final String key;
  private final VendorApi api;
  private final Account account;

  /// @param from a phone number, or the ID of a messaging service
  /// @param webhookUrl the public URL of the webhook, exactly as Twilio calls it
  record Account(String id, String token, String from, @Nullable String webhookUrl) {

    /// Without the token.
    @Override
    public String toString() {
      return id;
    }
  }

  TwilioProvider(String key, VendorApi api, Account account) {
    this.key = key;
    this.api = api;
    this.account = account;
  }

  @Override
  public String key() {
    return key;
  }

  @Override
  public ProviderTraits traits() {
    return new ProviderTraits(Set.of("sms"), account.webhookUrl() != null, false);
  }

  @Override
  public Optional<WebhookReader> webhooks() {
    return Optional.ofNullable(account.webhookUrl())
        .map(url -> new TwilioWebhooks(account.token(), url));
  }

  @Override
  public HandoffResult send(OutgoingMessage message) throws InterruptedException {
    OutgoingRequest request =
        OutgoingRequest.form(
                api.path("/2010-04-01/Accounts/" + account.id() + "/Messages.json"),
                fields(message))
            .withBasic(account.id(), account.token());
    return api.send(message, request, answer -> accepted(answer, message));
  }

  private List<Map.Entry<String, String>> fields(OutgoingMessage message) {
    List<Map.Entry<String, String>> fields = new ArrayList<>();
    fields.add(Map.entry("To", message.recipient()));
    boolean isService = account.from().startsWith("MG");
    fields.add(Map.entry(isService ? "MessagingServiceSid" : "From", account.from()));
    fields.add(Map.entry("Body", message.plainText()));
    if (account.webhookUrl() != null) {
      fields.add(Map.entry("StatusCallback", account.webhookUrl()));
    }
    return fields;
  }

  private static HandoffResult accepted(HttpOutcome.Answered answer, OutgoingMessage message) {
    String id = VendorJson.read(answer.body().bytes()).path("sid").asString("");
    return new HandoffResult.Accepted(
        id.isEmpty() ? message.ids().attemptId() : id, ProviderState.ACCEPTED);
  }
}
