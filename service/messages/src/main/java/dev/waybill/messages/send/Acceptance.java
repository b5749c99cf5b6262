package dev.waybill.messages.send;

import dev.waybill.Waybill;
import dev.waybill.message.MessageEvent;
import dev.waybill.message.MessageEventType;
import dev.waybill.message.ProviderState;
import dev.waybill.messages.provider.HandoffResult;
import dev.waybill.messages.provider.MessageProvider;
import dev.waybill.messages.provider.OutgoingMessage;
import dev.waybill.messages.record.EventDetails;
import dev.waybill.messages.record.MessageFacts;
import dev.waybill.messages.record.ProviderReports;
import dev.waybill.messages.record.RecordedMessage;
import dev.waybill.spi.Fact;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// What follows when a provider has accepted a message: records it, expects reports by webhook, and
/// schedules status lookups. Every step may be repeated after a crash.
final class Acceptance {

  private final Waybill waybill;
  private final MessageFacts facts;
  private final ProviderRoutes routes;

  Acceptance(Waybill waybill, MessageFacts facts, ProviderRoutes routes) {
    this.waybill = waybill;
    this.facts = facts;
    this.routes = routes;
  }

  void record(OutgoingMessage.Ids ids, MessageProvider provider, HandoffResult.Accepted accepted) {
    String messageId = ids.messageId();
    int attempt = ids.attempt();
    Map<String, String> details =
        EventDetails.of(
            EventDetails.ATTEMPT_ID, ids.attemptId(),
            EventDetails.PROVIDER_KEY, provider.key(),
            EventDetails.PROVIDER_MSG_ID, accepted.providerMsgId(),
            EventDetails.PROVIDER_STATE, accepted.state().word());
    List<Fact> events = new ArrayList<>();
    events.add(facts.event(messageId, attempt, MessageEventType.HANDOFF_ACCEPTED, details));
    MessageEventType.leadingTo(accepted.state())
        .ifPresent(type -> events.add(facts.event(messageId, attempt, type, details)));
    facts.record(events.toArray(Fact[]::new));
    expectReports(
        provider,
        accepted.state(),
        handoff(messageId, attempt, provider, accepted.providerMsgId()));
  }

  /// Does what a sender that crashed after the acceptance may have left undone.
  ///
  /// @param accepted the event of the acceptance
  void complete(RecordedMessage message, MessageEvent accepted) {
    String state = accepted.details().get(EventDetails.PROVIDER_STATE);
    String key = accepted.details().get(EventDetails.PROVIDER_KEY);
    String id = accepted.details().get(EventDetails.PROVIDER_MSG_ID);
    if (state == null || key == null || id == null) {
      return;
    }
    int attempt = accepted.attempt();
    ProviderState answered = ProviderState.of(state);
    MessageEventType.leadingTo(answered)
        .map(type -> facts.fact(message.id(), attempt, type, accepted.at(), accepted.details()))
        .ifPresent(facts::record);
    routes
        .find(key)
        .ifPresent(
            provider ->
                expectReports(provider, answered, handoff(message.id(), attempt, provider, id)));
  }

  private ProviderReports.Handoff handoff(
      String messageId, int attempt, MessageProvider provider, String providerMsgId) {
    return new ProviderReports.Handoff(
        facts.tenant(), messageId, attempt, provider.key(), providerMsgId);
  }

  private void expectReports(
      MessageProvider provider, ProviderState answered, ProviderReports.Handoff handoff) {
    if (provider.reportsAfter(answered)) {
      facts.record(facts.reports().expected(handoff));
      facts.reports().applyEarly(handoff);
    }
    boolean open = provider.traits().reports() && !answered.isFinal();
    if (open && !isSettled(handoff.messageId())) {
      CheckJob check =
          new CheckJob(handoff.messageId(), handoff.attempt(), handoff.providerMsgId());
      waybill.enqueue(check.job(provider.key(), ProviderChecks.firstDelay(provider)));
    }
  }

  private boolean isSettled(String messageId) {
    return facts
        .provider(messageId)
        .filter(latest -> ProviderState.of(latest.state()).isFinal())
        .isPresent();
  }
}
