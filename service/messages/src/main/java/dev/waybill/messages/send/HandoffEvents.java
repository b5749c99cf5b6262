package dev.waybill.messages.send;

import dev.waybill.Failure;
import dev.waybill.base.Text;
import dev.waybill.message.MessageEventType;
import dev.waybill.message.Suppression;
import dev.waybill.messages.provider.HandoffResult;
import dev.waybill.messages.record.AttemptId;
import dev.waybill.messages.record.EventDetails;
import dev.waybill.messages.record.MessageFacts;
import dev.waybill.settings.Limits;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Records what happens to the attempts to hand over messages of one tenant.
final class HandoffEvents {

  private final MessageFacts facts;

  HandoffEvents(MessageFacts facts) {
    this.facts = facts;
  }

  void queued(String messageId, int attempt) {
    facts.record(facts.event(messageId, attempt, MessageEventType.MESSAGE_QUEUED, Map.of()));
  }

  /// Records the start of an attempt; false if the message was canceled, if another sender has
  /// started the attempt, or if a later attempt exists.
  boolean starts(String messageId, int attempt, String provider) {
    Fact attempted =
        facts.event(
            messageId,
            attempt,
            MessageEventType.HANDOFF_ATTEMPTED,
            EventDetails.of(
                EventDetails.ATTEMPT_ID,
                AttemptId.of(messageId, attempt),
                EventDetails.PROVIDER_KEY,
                provider));
    return switch (facts.record(attempted).getFirst()) {
      case APPLIED -> true;
      case STALE, DUPLICATE -> false;
    };
  }

  /// Records that the provider is called again, and why: the answer of the first call, or none.
  void repeated(String messageId, int attempt, String provider, @Nullable Failure before) {
    facts.record(
        facts.event(
            messageId,
            attempt,
            MessageEventType.HANDOFF_REPEATED,
            EventDetails.of(
                EventDetails.PROVIDER_KEY,
                provider,
                EventDetails.ERROR_CODE,
                before == null ? "sender_lost" : before.errorClass())));
  }

  void suppressed(String messageId, int attempt, Suppression suppression) {
    String why = suppression.reason().name().toLowerCase(Locale.ROOT);
    facts.record(
        facts.event(
            messageId,
            attempt,
            MessageEventType.MESSAGE_SUPPRESSED,
            EventDetails.of(
                EventDetails.ERROR_CODE,
                "suppressed",
                EventDetails.ERROR,
                "the recipient is on the suppression list: " + why,
                EventDetails.REASON,
                why)));
  }

  void renderingFailed(String messageId, int attempt, Failure failure) {
    facts.record(
        facts.event(
            messageId,
            attempt,
            MessageEventType.RENDERING_FAILED,
            EventDetails.of(
                EventDetails.ERROR_CODE, failure.errorClass(),
                EventDetails.ERROR, failure.message())));
  }

  /// Ends an attempt; no other one follows by itself.
  void failed(String messageId, int attempt, String provider, HandoffResult.NotAccepted result) {
    facts.record(failure(messageId, attempt, provider, result, false));
  }

  /// Ends an attempt and queues the next one; false if the attempt has got another end meanwhile.
  boolean failedBeforeNext(
      String messageId, int attempt, String provider, HandoffResult.NotAccepted result) {
    Fact failed = failure(messageId, attempt, provider, result, true);
    boolean ended = facts.record(failed).getFirst() != Ledger.Answer.STALE;
    if (ended) {
      queued(messageId, attempt + 1);
    }
    return ended;
  }

  /// @param retried whether another attempt follows
  private Fact failure(
      String messageId,
      int attempt,
      String provider,
      HandoffResult.NotAccepted result,
      boolean retried) {
    return facts.event(
        messageId,
        attempt,
        MessageEventType.HANDOFF_FAILED,
        EventDetails.of(
            EventDetails.ATTEMPT_ID,
            AttemptId.of(messageId, attempt),
            EventDetails.PROVIDER_KEY,
            provider,
            EventDetails.ERROR_CODE,
            result.code(),
            EventDetails.ERROR,
            Text.storable(result.error(), Limits.ERROR_MESSAGE_LENGTH),
            EventDetails.REFUSED,
            result instanceof HandoffResult.Refused ? "true" : null,
            EventDetails.RETRIED,
            retried ? "true" : null));
  }
}
