package dev.waybill.messages;

import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import dev.waybill.message.HandoffState;
import dev.waybill.message.MessageEventType;
import dev.waybill.message.TopicMessage;
import dev.waybill.messages.record.MessageFacts;
import dev.waybill.settings.Retention;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Publishes events of messages that a crash left unpublished. It publishes the same event again,
/// so repeating it is harmless.
///
/// It reads only the end of the ledger and considers messages of the last day: a caller without an
/// answer has retried or given up by then.
final class MessageRepair {

  /// The number of facts to read.
  static final int FACTS = 10_000;

  static final Duration BACK = Duration.ofDays(1);

  private static final System.Logger LOG = System.getLogger(MessageRepair.class.getName());
  private static final int PAGE = 500;

  private final MessageCreator creator;
  private final MessageFacts facts;
  private final Ledger ledger;

  MessageRepair(MessageCreator creator, MessageFacts facts, Ledger ledger) {
    this.creator = creator;
    this.facts = facts;
    this.ledger = ledger;
  }

  /// Runs one repair. Returns the number of messages that were added to a queue.
  int run() {
    int repaired = 0;
    for (String messageId : unpublished()) {
      repaired += publish(messageId) ? 1 : 0;
    }
    return repaired;
  }

  private Set<String> unpublished() {
    Set<String> found = new LinkedHashSet<>();
    Instant oldest = facts.now().minus(BACK);
    long last = ledger.beforeNewest(0);
    long after = ledger.beforeNewest(FACTS);
    List<Fact.Recorded> some = ledger.tail(after, PAGE);
    while (!some.isEmpty() && after < last) {
      some.forEach(one -> note(one.fact(), oldest, found));
      after = some.getLast().position();
      some = ledger.tail(after, PAGE);
    }
    return found;
  }

  private void note(Fact fact, Instant oldest, Set<String> found) {
    boolean handoff =
        fact.key().tenant().equals(facts.tenant()) && fact.key().kind().equals(Retention.HANDOFF);
    if (!handoff) {
      return;
    }
    boolean created = fact.type().equals(MessageEventType.MESSAGE_CREATED.eventName());
    if (created && fact.at().isAfter(oldest)) {
      found.add(fact.key().id());
    } else {
      found.remove(fact.key().id());
    }
  }

  private boolean publish(String messageId) {
    Optional<MessageOnTopic> left =
        facts
            .find(messageId)
            .filter(message -> message.channel().equals(TopicMessage.CHANNEL))
            .filter(message -> message.state() == HandoffState.CREATED)
            .map(MessageOnTopic::of);
    try {
      return left.isPresent() && !creator.publish(left.get()).deliveries().isEmpty();
    } catch (WaybillException refused) {
      LOG.log(
          Level.WARNING,
          "cannot publish message " + Text.quote(messageId) + ": " + refused.getMessage());
      return false;
    }
  }
}
