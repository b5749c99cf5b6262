package dev.waybill.messages.provider.sandbox;

import dev.waybill.message.ProviderState;
import dev.waybill.messages.provider.HandoffResult;
import dev.waybill.messages.provider.LaterReports;
import dev.waybill.messages.provider.MessageProvider;
import dev.waybill.messages.provider.OutgoingMessage;
import dev.waybill.messages.provider.ProviderTraits;
import java.util.Set;

/// Delivers nothing: messages end in the message view, where people read them. It takes every
/// channel, so that the first message works without any configuration.
///
/// It does with each message what the [Instructions] say, and makes its reports later, as a vendor
/// does by webhooks. A message without instructions is delivered at once.
final class SandboxProvider implements MessageProvider {

  private static final ProviderTraits TRAITS =
      new ProviderTraits(Set.of("email", "sms", "push", "chat", "webhook"), true, true)
          .withAttachments();

  private final String key;
  private final Instructions instructions;
  private final LaterReports later;

  SandboxProvider(String key, Instructions instructions, LaterReports later) {
    this.key = key;
    this.instructions = instructions;
    this.later = later;
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
  public boolean reachesPeople() {
    return false;
  }

  /// What it has delivered at once is the last that it says about a message.
  @Override
  public boolean reportsAfter(ProviderState answered) {
    return !answered.isFinal();
  }

  @Override
  public HandoffResult send(OutgoingMessage message) {
    Plan plan = instructions.planFor(message);
    return switch (plan.result()) {
      case REFUSE -> new HandoffResult.Refused("sandbox_refused", "the sandbox was told to refuse");
      case FAIL ->
          new HandoffResult.Retryable("sandbox_failed", "the sandbox was told to fail", null);
      case DELIVER, SILENT, BOUNCE, DROP, COMPLAIN -> accepted(message, plan);
    };
  }

  private HandoffResult accepted(OutgoingMessage message, Plan plan) {
    String id = "sandbox-" + message.ids().attemptId();
    if (plan.isPlain()) {
      return new HandoffResult.Accepted(id, ProviderState.DELIVERED);
    }
    later.plan(new LaterReports.Message(message.ids(), key, id), plan.reports());
    return new HandoffResult.Accepted(id, ProviderState.ACCEPTED);
  }
}
