package dev.waybill.messages.record;

import dev.waybill.base.WorkContext;
import dev.waybill.settings.Retention;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// Logs every event of every message at `log.level: debug`, with all its IDs.
final class MessageLog {

  private static final System.Logger LOG = System.getLogger("dev.waybill.messages");
  private static final Set<String> KINDS =
      Set.of(Retention.COMMANDS, Retention.HANDOFF, Retention.PROVIDER);
  private static final Set<String> IDS =
      Set.of(
          EventDetails.ATTEMPT_ID,
          EventDetails.PROVIDER_KEY,
          EventDetails.PROVIDER_MSG_ID,
          EventDetails.ERROR_CODE,
          EventDetails.TRACE_ID);
  private static final int PAGE = 1_000;

  private MessageLog() {}

  static void recorded(Ledger ledger, List<Fact> facts, List<Ledger.Answer> answers) {
    if (!LOG.isLoggable(Level.DEBUG)) {
      return;
    }
    for (int i = 0; i < facts.size(); i++) {
      Fact fact = facts.get(i);
      if (KINDS.contains(fact.key().kind()) && answers.get(i) != Ledger.Answer.DUPLICATE) {
        write(ledger, fact);
      }
    }
  }

  private static void write(Ledger ledger, Fact fact) {
    Map<String, String> ids = new TreeMap<>(EventDetails.read(fact.data()));
    ids.keySet().retainAll(IDS);
    ids.putIfAbsent(EventDetails.ATTEMPT_ID, AttemptId.of(fact.key().id(), fact.attempt()));
    ids.put("tenant_id", fact.key().tenant());
    ids.put("message_id", fact.key().id());
    ids.put("attempt_no", Integer.toString(fact.attempt()));
    ids.put("sequence", Long.toString(sequence(ledger, fact)));
    String text =
        "message %s, attempt %d: %s".formatted(fact.key().id(), fact.attempt(), fact.type());
    WorkContext.current().with(ids).run(() -> LOG.log(Level.DEBUG, text));
  }

  /// Read again, because a ledger does not say where it stored a fact. 0 if the fact is gone.
  private static long sequence(Ledger ledger, Fact fact) {
    return ledger.history(fact.key(), 0, PAGE).reversed().stream()
        .filter(one -> one.fact().attempt() == fact.attempt())
        .filter(one -> one.fact().type().equals(fact.type()))
        .mapToLong(Fact.Recorded::position)
        .findFirst()
        .orElse(0);
  }
}
