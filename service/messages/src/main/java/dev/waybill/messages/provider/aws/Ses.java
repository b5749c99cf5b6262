package dev.waybill.messages.provider.aws;

import dev.waybill.message.Attachment;
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
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The API of Amazon SES, version 2.
record Ses(VendorApi api, SignatureV4 signature, Sender sender) implements Vendor, Vendor.Lookup {

  /// SES allows one request a second.
  private static final Duration INTERVAL = Duration.ofSeconds(1);

  /// @param configurationSet says where SES publishes events
  record Sender(String from, @Nullable String configurationSet) {}

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
    return signature.sign(
        OutgoingRequest.json(api.path("/v2/email/outbound-emails"), json(message)), api.now());
  }

  @Override
  public String messageId(HttpOutcome.Answered answer) {
    return VendorJson.text(answer, "MessageId");
  }

  @Override
  public Optional<Lookup> lookup() {
    return Optional.of(this);
  }

  @Override
  public Duration interval() {
    return INTERVAL;
  }

  @Override
  public OutgoingRequest request(List<String> providerMsgIds) {
    String id = URLEncoder.encode(providerMsgIds.getFirst(), StandardCharsets.UTF_8);
    return signature.sign(
        OutgoingRequest.get(api.path("/v2/email/insights/" + id + "/")), api.now());
  }

  @Override
  public List<ProviderReport> reports(JsonNode answer, Instant now) {
    return SesEvents.insights(answer, now);
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
    if (!message.attachments().isEmpty()) {
      mail.list("Attachments", message.attachments(), one -> attachment(mail, one));
    }
  }

  /// Without the encoding, SES takes the content for text of 7 bits.
  private static void attachment(JsonOut mail, Attachment attachment) {
    mail.object(
        out -> {
          out.text("FileName", attachment.name());
          out.text("ContentType", attachment.contentType());
          out.text("ContentDisposition", "ATTACHMENT");
          out.text("ContentTransferEncoding", "BASE64");
          out.value("RawContent", Codecs.BASE64, attachment.content());
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
}
