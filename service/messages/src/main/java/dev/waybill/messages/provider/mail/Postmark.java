package dev.waybill.messages.provider.mail;

import dev.waybill.message.Attachment;
import dev.waybill.message.MessageEventType;
import dev.waybill.messages.http.HttpOutcome;
import dev.waybill.messages.http.OutgoingRequest;
import dev.waybill.messages.provider.OutgoingMessage;
import dev.waybill.messages.provider.ProviderReport;
import dev.waybill.messages.provider.Vendor;
import dev.waybill.messages.provider.VendorApi;
import dev.waybill.messages.provider.VendorJson;
import dev.waybill.wire.json.Codecs;
import dev.waybill.wire.json.JsonOut;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// The API of Postmark.
record Postmark(VendorApi api, String token, Sender sender) implements Vendor, Vendor.Lookup {

  private static final Map<String, MessageEventType> TYPES =
      Map.of(
          "Delivered", MessageEventType.PROVIDER_DELIVERED,
          "Transient", MessageEventType.PROVIDER_DEFERRED,
          "Bounced", MessageEventType.PROVIDER_BOUNCED,
          "Opened", MessageEventType.PROVIDER_OPENED,
          "LinkClicked", MessageEventType.PROVIDER_CLICKED);

  /// @param stream the message stream
  record Sender(String from, String stream) {}

  /// Without the token.
  @Override
  public String toString() {
    return sender.toString();
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
    return authorized(OutgoingRequest.json(api.path("/email"), json(message)));
  }

  private OutgoingRequest authorized(OutgoingRequest request) {
    return request.with("X-Postmark-Server-Token", token).with("Accept", "application/json");
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
          if (!message.attachments().isEmpty()) {
            out.list("Attachments", message.attachments(), one -> attachment(out, one));
          }
          out.object(
              "Metadata", data -> data.text("waybill_attempt_id", message.ids().attemptId()));
        });
  }

  private static void attachment(JsonOut mail, Attachment attachment) {
    mail.object(
        out -> {
          out.text("Name", attachment.name());
          out.text("ContentType", attachment.contentType());
          out.value("Content", Codecs.BASE64, attachment.content());
        });
  }

  @Override
  public String messageId(HttpOutcome.Answered answer) {
    return VendorJson.text(answer, "MessageID");
  }

  @Override
  public Optional<Lookup> lookup() {
    return Optional.of(this);
  }

  @Override
  public OutgoingRequest request(List<String> providerMsgIds) {
    String id = URLEncoder.encode(providerMsgIds.getFirst(), StandardCharsets.UTF_8);
    return authorized(OutgoingRequest.get(api.path("/messages/outbound/" + id + "/details")));
  }

  /// Lookups do not tell whether a bounce says that the address is invalid, so it counts as soft.
  @Override
  public List<ProviderReport> reports(JsonNode answer, Instant now) {
    String id = answer.path("MessageID").asString("");
    return answer
        .path("MessageEvents")
        .valueStream()
        .filter(event -> TYPES.containsKey(event.path("Type").asString("")))
        .map(event -> report(id, event, now))
        .toList();
  }

  private static ProviderReport report(String id, JsonNode event, Instant now) {
    return new ProviderReport(
            id,
            Objects.requireNonNull(TYPES.get(event.path("Type").asString(""))),
            VendorJson.time(event.path("ReceivedAt"), now),
            Map.of())
        .withBounce(false);
  }
}
