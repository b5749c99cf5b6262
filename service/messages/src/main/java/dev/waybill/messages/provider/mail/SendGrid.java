package dev.waybill.messages.provider.mail;

import dev.waybill.message.ProviderState;
import dev.waybill.messages.http.OutgoingRequest;
import dev.waybill.messages.provider.HandoffResult;
import dev.waybill.messages.provider.MessageProvider;
import dev.waybill.messages.provider.OutgoingMessage;
import dev.waybill.messages.provider.ProviderTraits;
import dev.waybill.messages.provider.VendorApi;
import dev.waybill.messages.provider.WebhookReader;
import dev.waybill.wire.json.JsonOut;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Sends by the SendGrid API, version 3. It has no idempotency keys.
final class SendGridProvider implements MessageProvider {

  private final String key;
  private final VendorApi api;
  private final String apiKey;
  private final String from;
  private final Optional<WebhookReader> webhooks;

  SendGridProvider(
      String key, VendorApi api, String apiKey, String from, Optional<WebhookReader> webhooks) {
    this.key = key;
    this.api = api;
    this.apiKey = apiKey;
    this.from = from;
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
    return api.send(
        message,
        OutgoingRequest.json(api.path("/v3/mail/send"), json(message)).withBearer(apiKey),
        answer ->
            new HandoffResult.Accepted(
                answer.header("x-message-id").orElse(message.ids().attemptId()),
                ProviderState.ACCEPTED));
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
