package dev.waybill.message;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What to tell an endpoint of the customer.
///
/// @param url called with `POST`
/// @param secret signs the calls, `whsec_` and Base64; null keeps the one there is, or makes one
/// @param events the types of events to send; empty for all
public record NewMessageHook(
    String url, @Nullable String secret, Set<MessageEventType> events, boolean enabled) {

  public NewMessageHook {
    events = Set.copyOf(events);
  }

  public static NewMessageHook of(String url) {
    return new NewMessageHook(url, null, Set.of(), true);
  }
}
