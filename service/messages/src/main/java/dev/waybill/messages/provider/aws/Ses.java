package dev.waybill.messages.provider.aws;

import dev.waybill.messages.http.HttpOutcome;
import dev.waybill.messages.http.OutgoingRequest;
import dev.waybill.messages.provider.OutgoingMessage;
import dev.waybill.messages.provider.Vendor;
import dev.waybill.messages.provider.VendorApi;
import dev.waybill.messages.provider.VendorJson;
import dev.waybill.wire.json.JsonOut;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The API of Amazon SES, version 2.
record Ses(VendorApi api, SignatureV4 signature, Sender sender) implements Vendor {

  /// @param configurationSet says where SES publishes events
  record Sender(String from, @Nullable String configurationSet) {}

  @Override
  public String channel() {
    return "email";
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
}
