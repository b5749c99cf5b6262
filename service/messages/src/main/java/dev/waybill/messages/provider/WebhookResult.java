package dev.waybill.messages.provider;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a webhook says.
public sealed interface WebhookResult {

  /// @param reports empty if it says nothing about messages
  /// @param token a token that must come once only, because it does not sign the body; or null
  record Genuine(List<ProviderReport> reports, @Nullable String token) implements WebhookResult {

    public Genuine {
      reports = List.copyOf(reports);
    }

    public Genuine(List<ProviderReport> reports) {
      this(reports, null);
    }
  }

  /// The call is not from the provider, or is too old.
  ///
  /// @param why for the log only; a caller learns nothing
  record NotGenuine(String why) implements WebhookResult {}
}
