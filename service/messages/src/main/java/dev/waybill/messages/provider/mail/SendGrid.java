package dev.waybill.messages.provider.mail;

import dev.waybill.messages.http.HttpOutcome;
import dev.waybill.messages.http.OutgoingRequest;
import dev.waybill.messages.provider.OutgoingMessage;
import dev.waybill.messages.provider.Vendor;
import dev.waybill.messages.provider.VendorApi;
import dev.waybill.wire.json.JsonOut;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/// The API of SendGrid, version 3.
record SendGrid(VendorApi api, String apiKey, String from) implements Vendor {

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
  public OutgoingRequest request(OutgoingMessage message) {
    return OutgoingRequest.json(api.path("/v3/mail/send"), json(message)).withBearer(apiKey);
  }

  @Override
  public String messageId(HttpOutcome.Answered answer) {
    return answer.header("x-message-id").orElse("");
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
          out.object(
              "custom_args", args -> args.text("waybill_attempt_id", message.ids().attemptId()));
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
