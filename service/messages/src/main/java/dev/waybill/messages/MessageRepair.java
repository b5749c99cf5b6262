package dev.waybill.messages;

import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import dev.waybill.message.TopicMessageStatus;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import dev.waybill.topic.TopicEvent;
import dev.waybill.topic.Topics;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Publishes events that a crash left unpublished between the record of a message and its event. It
/// publishes the stored event, so repeating it is harmless.
///
/// It reads only the end of the ledger and considers records of the last day: a caller without an
/// answer has retried or given up by then.
public final class MessageRepair {

  /// The number of facts to read.
  static final int FACTS = 10_000;

  static final Duration BACK = Duration.ofDays(1);

  private static final System.Logger LOG = System.getLogger(MessageRepair.class.getName());
  private static final int PAGE = 500;

  private final MessageRecords records;
  private final Ledger ledger;
  private final Topics topics;

  /// @param topics the topics of the tenant that owns the records
  public MessageRepair(MessageRecords records, Ledger ledger, Topics topics) {
    this.records = records;
    this.ledger = ledger;
    this.topics = topics;
  }

  /// Runs one repair. Returns the number of messages that were added to a queue.
  public int run() {
    int repaired = 0;
    for (String messageId : unpublished()) {
      repaired += publish(messageId) ? 1 : 0;
    }
    return repaired;
  }

  private Set<String> unpublished() {
    Set<String> found = new LinkedHashSet<>();
    Instant oldest = records.now().minus(BACK);
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
    String messageId = records.messageOf(fact.key());
    if (messageId == null) {
      return;
    }
    if (fact.type().equals(FactType.CREATED.word()) && fact.at().isAfter(oldest)) {
      found.add(messageId);
    } else {
      found.remove(messageId);
    }
  }

  private boolean publish(String messageId) {
    StoredMessage message = records.load(messageId);
    if (message == null || message.record().status() != TopicMessageStatus.CREATED) {
      return false;
    }
    try {
      boolean taken =
          !topics.publish(message.topic(), TopicEvent.of(message.event())).deliveries().isEmpty();
      if (taken) {
        records.queued(messageId);
      }
      return taken;
    } catch (WaybillException refused) {
      LOG.log(
          Level.WARNING,
          "cannot publish message " + Text.quote(messageId) + ": " + refused.getMessage());
      return false;
    }
  }
}
