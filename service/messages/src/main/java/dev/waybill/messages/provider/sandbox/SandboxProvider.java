package dev.waybill.messages.provider;

import dev.waybill.message.ProviderState;
import java.util.Set;

/// Delivers nothing: messages end in the message view, where people read them. It takes every
/// channel, so that the first message works without any configuration.
///
/// The part of a recipient before `@` or `+` tells it what to do: `refuse` refuses the message,
/// `fail` fails for now, `silent` accepts it and reports nothing, `bounce` accepts it and lets it
/// bounce. All others are delivered at once.
public final class SandboxProvider implements MessageProvider {

  public static final String KEY = "sandbox";

  private static final ProviderTraits TRAITS =
      new ProviderTraits(Set.of("email", "sms", "push", "chat", "webhook"), false, true);

  private final String key;

  public SandboxProvider() {
    this(KEY);
  }

  public SandboxProvider(String key) {
    this.key = key;
  }

  @Override
  public String key() {
    return key;
  }

  @Override
  public ProviderTraits traits() {
    return TRAITS;
  }

  @Override
  public HandoffResult send(OutgoingMessage message) {
    String id = "sandbox-" + message.ids().attemptId();
    return switch (instruction(message.recipient())) {
      case "refuse" ->
          new HandoffResult.Refused("sandbox_refused", "the sandbox was told to refuse");
      case "fail" ->
          new HandoffResult.Retryable("sandbox_failed", "the sandbox was told to fail", null);
      case "silent" -> new HandoffResult.Accepted(id, ProviderState.ACCEPTED);
      case "bounce" -> new HandoffResult.Accepted(id, ProviderState.BOUNCED);
      default -> new HandoffResult.Accepted(id, ProviderState.DELIVERED);
    };
  }

  private static String instruction(String recipient) {
    return recipient.split("[@+]", 2)[0];
  }
}
