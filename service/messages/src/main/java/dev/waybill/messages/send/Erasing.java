package dev.waybill.messages.send;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.message.Erasure;
import dev.waybill.message.ErasureReceipt;
import dev.waybill.message.ErasureReceipt.Erased;
import dev.waybill.message.ErasureReceipt.RecipientDigest;
import dev.waybill.message.HandoffState;
import dev.waybill.message.MessageEventType;
import dev.waybill.message.ReceiptKey;
import dev.waybill.messages.record.MessageFacts;
import dev.waybill.messages.record.ReceiptSigner;
import dev.waybill.messages.record.RecipientBook;
import dev.waybill.settings.Limits;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Erases messages of one tenant. Every step may be repeated: a call that failed half way is
/// completed by the next one.
final class Erasing {

  private final MessageFacts facts;
  private final SendingJobs jobs;
  private final MessageSearch search;
  private final Shared shared;

  /// What all tenants share.
  record Shared(RecentContents contents, ReceiptSigner signer, IndexPurge purge) {}

  Erasing(MessageFacts facts, SendingJobs jobs, MessageSearch search, Shared shared) {
    this.facts = facts;
    this.jobs = jobs;
    this.search = search;
    this.shared = shared;
  }

  ErasureReceipt erase(Erasure which) {
    return switch (which) {
      case Erasure.OfMessages some -> receipt(null, erase(checked(some)), null);
      case Erasure.OfRecipient one -> erase(checked(one));
    };
  }

  List<ReceiptKey> keys() {
    return shared.signer().keys();
  }

  private static List<String> checked(Erasure.OfMessages some) {
    if (some.ids().size() > Limits.MESSAGES_PER_CALL) {
      throw new WaybillException(
          Code.TOO_MANY_ITEMS, "at most " + Limits.MESSAGES_PER_CALL + " messages per call");
    }
    return some.ids().stream().filter(MessageIds::isPossible).distinct().toList();
  }

  private static Erasure.OfRecipient checked(Erasure.OfRecipient one) {
    MessageChecks.address(one.channel() == null ? "any" : one.channel(), one.recipient());
    return one;
  }

  private ErasureReceipt erase(Erasure.OfRecipient asked) {
    RecipientBook.Found found = facts.recipients().find(asked, Limits.MESSAGES_PER_CALL);
    List<Erased> erased = erase(found.messageIds());
    List<String> suppressed = facts.eraseSuppressed(asked.channel(), asked.recipient());
    String salt = UUID.randomUUID().toString();
    RecipientDigest digest =
        RecipientDigest.of(asked.channel(), asked.recipient(), salt, suppressed);
    return receipt(digest, erased, found.next());
  }

  private ErasureReceipt receipt(
      @Nullable RecipientDigest recipient, List<Erased> erased, @Nullable String next) {
    return shared
        .signer()
        .sign(
            new ErasureReceipt.Statement(
                UUID.randomUUID().toString(),
                facts.tenant(),
                facts.now(),
                recipient,
                erased,
                next));
  }

  /// Erases messages without a receipt.
  List<Erased> erase(List<String> ids) {
    Map<String, Fact.Latest> known = facts.handoffs(ids);
    if (known.isEmpty()) {
      return List.of();
    }
    List<Fact.Latest> waiting =
        known.values().stream().filter(one -> !HandoffState.of(one.state()).isFinal()).toList();
    known.keySet().forEach(id -> shared.contents().forget(facts.tenant(), id));
    InParallel.forEach(waiting, one -> facts.find(one.key().id()).ifPresent(jobs::cancelJob));
    facts.record(
        waiting.stream()
            .map(one -> jobs.canceled(one.key().id(), one.attempt()))
            .toArray(Fact[]::new));
    List<Erased> erased = record(known);
    InParallel.forEach(known.keySet(), facts::destroyContent);
    shared.purge().mark();
    search.erase(known.keySet());
    return erased;
  }

  private List<Erased> record(Map<String, Fact.Latest> messages) {
    List<Fact> events = new ArrayList<>();
    messages.forEach(
        (id, handoff) ->
            events.add(
                facts.event(id, handoff.attempt(), MessageEventType.MESSAGE_ERASED, Map.of())));
    List<Ledger.Answer> answers = facts.record(events.toArray(Fact[]::new));
    List<Erased> erased = new ArrayList<>();
    for (int i = 0; i < events.size(); i++) {
      Fact event = events.get(i);
      boolean before = answers.get(i) == Ledger.Answer.DUPLICATE;
      String id = event.key().id();
      erased.add(new Erased(id, before ? erasedAt(id, event.at()) : event.at()));
    }
    return erased;
  }

  /// When a message was erased that had been erased before.
  private Instant erasedAt(String id, Instant otherwise) {
    return facts
        .find(id)
        .flatMap(message -> Optional.ofNullable(message.erasedAt()))
        .orElse(otherwise);
  }
}
