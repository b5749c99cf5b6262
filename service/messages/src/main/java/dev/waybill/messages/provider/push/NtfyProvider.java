package dev.waybill.messages.provider.push;

import dev.waybill.message.ProviderState;
import dev.waybill.messages.http.OutgoingRequest;
import dev.waybill.messages.provider.HandoffResult;
import dev.waybill.messages.provider.MessageProvider;
import dev.waybill.messages.provider.OutgoingMessage;
import dev.waybill.messages.provider.ProviderTraits;
import dev.waybill.messages.provider.VendorApi;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Publishes to ntfy; the recipient is a topic. The labels `priority` (1 to 5, or `low`, `normal`
/// and `high`) and `click` are honored.
final class NtfyProvider implements MessageProvider {

  private static final int NORMAL = 3;
  private static final Map<String, Integer> LEVELS =
      Map.of("1", 1, "2", 2, "3", 3, "4", 4, "5", 5, "low", 2, "normal", NORMAL, "high", 5);

  private final String key;
  private final VendorApi api;
  private final @Nullable String token;

  NtfyProvider(String key, VendorApi api, @Nullable String token) {
    this.key = key;
    this.api = api;
    this.token = token;
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
    if (!NtfyRequest.isTopic(message.recipient())) {
      return new HandoffResult.Refused(
          "invalid_recipient", "an ntfy topic has 1 to 64 letters, digits, '_' and '-'");
    }
    OutgoingRequest request =
        OutgoingRequest.json(NtfyRequest.root(api.path("")), request(message).json());
    return api.send(
        message,
        token == null ? request : request.withBearer(token),
        answer ->
            new HandoffResult.Accepted(
                NtfyRequest.reference(answer.body().bytes()), ProviderState.ACCEPTED));
  }

  private static NtfyRequest request(OutgoingMessage message) {
    return new NtfyRequest(
        message.recipient(),
        message.ids().attemptId(),
        message.subject(),
        message.plainText(),
        new NtfyRequest.Extras(
            message.label("priority").map(LEVELS::get).orElse(NORMAL),
            message.metadata().tags(),
            message.label("click").orElse(null)));
  }
}
