package dev.waybill.messages.provider;

import dev.waybill.Payload;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// A call of a provider that reports something.
///
/// @param headers all values of each header; the names are in lower case
/// @param query the query of the URL as received; empty if there is none
/// @param body the body, byte for byte
public record WebhookRequest(Map<String, List<String>> headers, String query, Payload body) {

  public WebhookRequest {
    headers = Map.copyOf(headers);
  }

  /// Empty if the header is missing or repeated: a genuine call has it once.
  public Optional<String> header(String name) {
    List<String> values = headers.getOrDefault(name.toLowerCase(Locale.ROOT), List.of());
    return values.size() == 1 ? Optional.of(values.getFirst()) : Optional.empty();
  }
}
