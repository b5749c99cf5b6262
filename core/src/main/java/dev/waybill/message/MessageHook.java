package dev.waybill.message;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// An endpoint of the customer that receives the events of messages.
///
/// @param definition with its secret only in the answer to the call that made the secret
/// @param disabledBecause why nothing is sent although the hook is enabled; null if it works
public record MessageHook(
    String name, Instant createdAt, NewMessageHook definition, @Nullable String disabledBecause) {

  public String url() {
    return definition.url();
  }

  /// The types of events that are sent; empty for all.
  public Set<MessageEventType> events() {
    return definition.events();
  }

  public boolean enabled() {
    return definition.enabled();
  }

  public @Nullable String secret() {
    return definition.secret();
  }
}
