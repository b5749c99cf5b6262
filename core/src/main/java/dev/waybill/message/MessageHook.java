package dev.waybill.message;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// An endpoint of the customer that is told of the events of messages.
///
/// @param events the types of events that are sent; empty for all
/// @param secret only in the answer to the call that made the secret, otherwise null
/// @param disabledBecause why nothing is sent although the hook is enabled; null if it works
public record MessageHook(
    String name,
    Instant createdAt,
    String url,
    Set<MessageEventType> events,
    boolean enabled,
    @Nullable String secret,
    @Nullable String disabledBecause) {

  public MessageHook {
    events = Set.copyOf(events);
  }
}
