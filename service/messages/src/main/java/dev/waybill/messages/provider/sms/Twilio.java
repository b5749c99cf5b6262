package dev.waybill.messages.provider.sms;

import dev.waybill.messages.http.HttpOutcome;
import dev.waybill.messages.http.OutgoingRequest;
import dev.waybill.messages.provider.OutgoingMessage;
import dev.waybill.messages.provider.ProviderReport;
import dev.waybill.messages.provider.Vendor;
import dev.waybill.messages.provider.VendorApi;
import dev.waybill.messages.provider.VendorJson;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The API of Twilio for text messages.
record Twilio(VendorApi api, Account account) implements Vendor, Vendor.Lookup {

  /// @param from a phone number, or the ID of a messaging service
  /// @param webhookUrl the public URL of the webhook, exactly as Twilio calls it
  record Account(String id, String token, String from, @Nullable String webhookUrl) {

    /// Without the token.
    @Override
    public String toString() {
      return id;
    }
  }

  @Override
  public String channel() {
    return "sms";
  }

  @Override
  public OutgoingRequest request(OutgoingMessage message) {
    return OutgoingRequest.form(path("/Messages.json"), fields(message))
        .withBasic(account.id(), account.token());
  }

  private URI path(String rest) {
    return api.path("/2010-04-01/Accounts/" + account.id() + rest);
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

  @Override
  public String messageId(HttpOutcome.Answered answer) {
    return VendorJson.text(answer, "sid");
  }

  @Override
  public Optional<Lookup> lookup() {
    return Optional.of(this);
  }

  @Override
  public OutgoingRequest request(List<String> providerMsgIds) {
    String id = URLEncoder.encode(providerMsgIds.getFirst(), StandardCharsets.UTF_8);
    return OutgoingRequest.get(path("/Messages/" + id + ".json"))
        .withBasic(account.id(), account.token());
  }

  @Override
  public List<ProviderReport> reports(JsonNode answer, Instant now) {
    return TwilioWebhooks.report(
        answer.path("sid").asString(""),
        answer.path("status").asString(""),
        answer.path("error_code").asString(""),
        now);
  }
}
