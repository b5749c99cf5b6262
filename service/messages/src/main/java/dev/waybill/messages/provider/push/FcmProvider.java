package dev.waybill.messages.provider.push;

import dev.waybill.message.ProviderState;
import dev.waybill.messages.http.HttpOutcome;
import dev.waybill.messages.http.OutgoingRequest;
import dev.waybill.messages.provider.HandoffResult;
import dev.waybill.messages.provider.HttpHandoff;
import dev.waybill.messages.provider.MessageProvider;
import dev.waybill.messages.provider.OutgoingMessage;
import dev.waybill.messages.provider.ProviderTraits;
import dev.waybill.messages.provider.VendorApi;
import dev.waybill.messages.provider.VendorJson;
import dev.waybill.wire.json.JsonOut;
import java.util.Set;

/// Sends by Firebase Cloud Messaging, version 1; the recipient is the token of a device. It has no
/// idempotency keys: the attempt ID is data of the message, by which an app drops duplicates.
final class FcmProvider implements MessageProvider {

  private static final int UNAUTHORIZED = 401;

  private final String key;
  private final VendorApi api;
  private final ServiceAccount account;
  private final AccessTokens tokens;

  FcmProvider(String key, VendorApi api, ServiceAccount account, AccessTokens tokens) {
    this.key = key;
    this.api = api;
    this.account = account;
    this.tokens = tokens;
  }

  @Override
  public String key() {
    return key;
  }

  @Override
  public ProviderTraits traits() {
    return new ProviderTraits(Set.of("push"), false, false);
  }

  @Override
  public HandoffResult send(OutgoingMessage message) throws InterruptedException {
    return send(message, true);
  }

  /// @param again whether a token that is refused is replaced; it may have become invalid early
  private HandoffResult send(OutgoingMessage message, boolean again) throws InterruptedException {
    return switch (tokens.get()) {
      case AccessTokens.Grant.Granted(String token) -> send(message, token, again);
      case AccessTokens.Grant.Denied(HttpOutcome outcome) -> denied(outcome, message);
    };
  }

  private HandoffResult send(OutgoingMessage message, String token, boolean again)
      throws InterruptedException {
    HttpOutcome outcome =
        api.call(
            OutgoingRequest.json(
                    api.path("/v1/projects/" + account.project() + "/messages:send"), json(message))
                .withBearer(token));
    if (outcome instanceof HttpOutcome.Answered answer && answer.status() == UNAUTHORIZED) {
      tokens.forget();
      if (again) {
        return send(message, false);
      }
    }
    return HttpHandoff.result(outcome, message, answer -> accepted(answer, message));
  }

  /// Without a token nothing was sent, whatever the answer.
  private static HandoffResult denied(HttpOutcome outcome, OutgoingMessage message) {
    HandoffResult result =
        HttpHandoff.result(
            outcome,
            message,
            _ -> new HandoffResult.Retryable("no_token", "the answer has no access token", null));
    return result instanceof HandoffResult.Ambiguous(String code, String error)
        ? new HandoffResult.Retryable(code, error, null)
        : result;
  }

  private static byte[] json(OutgoingMessage message) {
    return JsonOut.write(
        out ->
            out.object(
                "message",
                one -> {
                  one.text("token", message.recipient());
                  one.object(
                      "notification",
                      shown -> {
                        shown.text("title", message.subject());
                        shown.text("body", message.plainText());
                      });
                  one.object(
                      "data",
                      data -> {
                        data.text("message_id", message.ids().messageId());
                        data.text("attempt_id", message.ids().attemptId());
                        message.metadata().labels().forEach(data::text);
                      });
                }));
  }

  /// The name is `projects/{project}/messages/{id}`.
  private static HandoffResult accepted(HttpOutcome.Answered answer, OutgoingMessage message) {
    String name = VendorJson.read(answer.body().bytes()).path("name").asString("");
    return new HandoffResult.Accepted(
        name.isEmpty() ? message.ids().attemptId() : name, ProviderState.ACCEPTED);
  }
}
