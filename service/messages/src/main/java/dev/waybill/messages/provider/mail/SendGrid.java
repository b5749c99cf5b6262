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
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// The API of SendGrid, version 3.
record SendGrid(VendorApi api, String apiKey, String from) implements Vendor, Vendor.Lookup {

  /// How many messages one lookup asks for, and the most messages that an answer has.
  private static final int MESSAGES = 50;

  private static final int ANSWERED = 100;

  /// SendGrid allows six queries a minute.
  private static final Duration INTERVAL = Duration.ofSeconds(10);

  private static final Map<String, MessageEventType> STATES =
      Map.of(
          "processed", MessageEventType.PROVIDER_ACCEPTED,
          "delivered", MessageEventType.PROVIDER_DELIVERED,
          "not_delivered", MessageEventType.PROVIDER_BOUNCED,
          "bounce", MessageEventType.PROVIDER_BOUNCED,
          "blocked", MessageEventType.PROVIDER_BOUNCED,
          "dropped", MessageEventType.PROVIDER_DROPPED,
          "deferred", MessageEventType.PROVIDER_DEFERRED);

  /// Without the key.
  @Override
  public String toString() {
    return from;
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
    return OutgoingRequest.json(api.path("/v3/mail/send"), json(message)).withBearer(apiKey);
  }

  @Override
  public String messageId(HttpOutcome.Answered answer) {
    return answer.header("x-message-id").orElse("");
  }

  @Override
  public Optional<Lookup> lookup() {
    return Optional.of(this);
  }

  @Override
  public int perRequest() {
    return MESSAGES;
  }

  @Override
  public Duration interval() {
    return INTERVAL;
  }

  /// The ID in the activity feed begins with that of the answer.
  @Override
  public OutgoingRequest request(List<String> providerMsgIds) {
    String query =
        providerMsgIds.stream()
            .map(id -> "msg_id LIKE \"" + id.replaceAll("[\"%\\\\]", "") + "%\"")
            .collect(Collectors.joining(" OR "));
    String encoded = URLEncoder.encode(query, StandardCharsets.UTF_8).replace("+", "%20");
    return OutgoingRequest.get(api.path("/v3/messages?limit=" + ANSWERED + "&query=" + encoded))
        .withBearer(apiKey);
  }

  /// A lookup does not tell whether a bounce says that the address is invalid, so it counts as
  /// soft.
  @Override
  public List<ProviderReport> reports(JsonNode answer, Instant now) {
    List<ProviderReport> reports = new ArrayList<>();
    for (JsonNode message : answer.path("messages")) {
      MessageEventType type = STATES.get(message.path("status").asString(""));
      String id = SendGridWebhooks.sentId(message.path("msg_id").asString(""));
      if (type != null) {
        Instant at = VendorJson.time(message.path("last_event_time"), now);
        reports.add(new ProviderReport(id, type, at, Map.of()).withBounce(false));
      }
    }
    return reports;
  }

  private byte[] json(OutgoingMessage message) {
    return JsonOut.write(
        out -> {
          out.list(
              "personalizations",
              List.of(message.recipient()),
              to ->
                  out.object(one -> one.list("to", List.of(to), address -> address(out, address))));
          out.object("from", sender -> sender.text("email", from));
          out.text("subject", Objects.requireNonNullElse(message.subject(), ""));
          out.list("content", parts(message), part -> part.write(out));
          if (!message.attachments().isEmpty()) {
            out.list("attachments", message.attachments(), one -> attachment(out, one));
          }
          out.object(
              "custom_args", args -> args.text("waybill_attempt_id", message.ids().attemptId()));
        });
  }

  private static void attachment(JsonOut mail, Attachment attachment) {
    mail.object(
        out -> {
          out.value("content", Codecs.BASE64, attachment.content());
          out.text("type", attachment.contentType());
          out.text("filename", attachment.name());
          out.text("disposition", "attachment");
        });
  }

  private static void address(JsonOut out, String address) {
    out.object(one -> one.text("email", address));
  }

  private record Part(String type, String value) {

    void write(JsonOut out) {
      out.object(
          one -> {
            one.text("type", type);
            one.text("value", value);
          });
    }
  }

  /// Plain text must come first.
  private static List<Part> parts(OutgoingMessage message) {
    String text = message.body().text();
    String html = message.body().html();
    return Stream.of(
            text == null ? null : new Part("text/plain", text),
            html == null ? null : new Part("text/html", html))
        .filter(Objects::nonNull)
        .toList();
  }
}
