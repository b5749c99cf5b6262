package dev.waybill.messages.provider.mail;

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
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The API of Mailgun, version 3.
record Mailgun(VendorApi api, Account account) implements Vendor, Vendor.Lookup {

  /// How many messages one lookup asks for, and the most events that an answer has.
  private static final int MESSAGES = 25;

  private static final int EVENTS = 300;

  record Account(String apiKey, String domain, String from) {

    /// Without the key.
    @Override
    public String toString() {
      return domain;
    }
  }

  @Override
  public String channel() {
    return "email";
  }

  @Override
  public boolean takesAttachments() {
    return true;
  }

  @Override
  public OutgoingRequest request(OutgoingMessage message) {
    OutgoingRequest request =
        message.attachments().isEmpty()
            ? OutgoingRequest.form(path("/messages"), fields(message))
            : new MultipartForm(fields(message))
                .withFiles("attachment", message.attachments())
                .post(path("/messages"));
    return request.withBasic("api", account.apiKey());
  }

  private URI path(String rest) {
    return api.path("/v3/" + account.domain() + rest);
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

  /// The answer has the message ID in angle brackets, the events do not.
  @Override
  public String messageId(HttpOutcome.Answered answer) {
    return VendorJson.text(answer, "id").replaceAll("[<>]", "");
  }

  @Override
  public Optional<Lookup> lookup() {
    return Optional.of(this);
  }

  @Override
  public int perRequest() {
    return MESSAGES;
  }

  /// A filter expression: texts in quotes match as they are, and `OR` joins them.
  @Override
  public OutgoingRequest request(List<String> providerMsgIds) {
    String filter =
        providerMsgIds.stream()
            .map(id -> '"' + id.replace("\"", "") + '"')
            .collect(Collectors.joining(" OR "));
    String encoded = URLEncoder.encode(filter, StandardCharsets.UTF_8).replace("+", "%20");
    return OutgoingRequest.get(path("/events?limit=" + EVENTS + "&message-id=" + encoded))
        .withBasic("api", account.apiKey());
  }

  @Override
  public List<ProviderReport> reports(JsonNode answer, Instant now) {
    return answer
        .path("items")
        .valueStream()
        .flatMap(event -> MailgunWebhooks.report(event, now).stream())
        .toList();
  }
}
