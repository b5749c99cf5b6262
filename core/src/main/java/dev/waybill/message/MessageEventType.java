package dev.waybill.message;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The events of a message. Those with a state move one of the two state machines; the others are
/// facts that readers see in the history.
public enum MessageEventType {
  SEND_REQUESTED("SendRequested"),
  RESEND_REQUESTED("ResendRequested"),
  CANCEL_REQUESTED("CancelRequested"),
  MESSAGE_ERASED("MessageErased"),

  MESSAGE_CREATED("MessageCreated", HandoffState.CREATED),
  MESSAGE_QUEUED("MessageQueued", HandoffState.QUEUED),
  HANDOFF_ATTEMPTED("HandoffAttempted", HandoffState.SENDING),
  /// The provider is called again for the same attempt, because the outcome of the first call is
  /// not known. Does not change the state.
  HANDOFF_REPEATED("HandoffRepeated", HandoffState.CREATED),
  HANDOFF_ACCEPTED("HandoffAccepted", HandoffState.HANDED_OFF),
  HANDOFF_FAILED("HandoffFailed", HandoffState.FAILED),
  MESSAGE_SUPPRESSED("MessageSuppressed", HandoffState.FAILED),
  RENDERING_FAILED("RenderingFailed", HandoffState.FAILED),
  MESSAGE_CANCELED("MessageCanceled", HandoffState.FAILED),

  PROVIDER_ACCEPTED("ProviderAccepted", ProviderState.ACCEPTED),
  PROVIDER_DELIVERED("ProviderDelivered", ProviderState.DELIVERED),
  PROVIDER_BOUNCED("ProviderBounced", ProviderState.BOUNCED),
  PROVIDER_DROPPED("ProviderDropped", ProviderState.DROPPED),
  PROVIDER_COMPLAINT("ProviderComplaint", ProviderState.COMPLAINT),
  PROVIDER_TIMED_OUT("ProviderTimedOut", ProviderState.TIMED_OUT),
  PROVIDER_DEFERRED("ProviderDeferred", ProviderState.UNKNOWN),
  PROVIDER_OPENED("ProviderOpened", ProviderState.UNKNOWN),
  PROVIDER_CLICKED("ProviderClicked", ProviderState.UNKNOWN);

  private static final Map<String, MessageEventType> BY_NAME =
      Arrays.stream(values())
          .collect(Collectors.toUnmodifiableMap(MessageEventType::eventName, Function.identity()));

  private final String eventName;
  private final @Nullable HandoffState handoff;
  private final @Nullable ProviderState provider;

  MessageEventType(String eventName) {
    this(eventName, null, null);
  }

  MessageEventType(String eventName, HandoffState handoff) {
    this(eventName, handoff, null);
  }

  MessageEventType(String eventName, ProviderState provider) {
    this(eventName, null, provider);
  }

  MessageEventType(
      String eventName, @Nullable HandoffState handoff, @Nullable ProviderState provider) {
    this.eventName = eventName;
    this.handoff = handoff;
    this.provider = provider;
  }

  /// The name of the event, such as `HandoffAccepted`.
  public String eventName() {
    return eventName;
  }

  /// The state that the event leads to; empty if it is not an event of the handoff.
  public Optional<HandoffState> handoff() {
    return Optional.ofNullable(handoff);
  }

  /// The state that the event leads to; empty if it is not an event of the provider.
  public Optional<ProviderState> provider() {
    return Optional.ofNullable(provider);
  }

  /// The event that leads to a state of the provider; empty for `unknown`.
  public static Optional<MessageEventType> leadingTo(ProviderState state) {
    return Arrays.stream(values())
        .filter(type -> type.provider == state && state != ProviderState.UNKNOWN)
        .findFirst();
  }

  public static Optional<MessageEventType> named(String eventName) {
    return Optional.ofNullable(BY_NAME.get(eventName));
  }
}
