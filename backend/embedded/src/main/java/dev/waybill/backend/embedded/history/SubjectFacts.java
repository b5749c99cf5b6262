package dev.waybill.backend.embedded.history;

import dev.waybill.Payload;
import dev.waybill.backend.embedded.live.Facts;
import dev.waybill.backend.embedded.live.LedgerMachine.ArchivedKey;
import dev.waybill.backend.embedded.live.LedgerState;
import dev.waybill.backend.embedded.live.LedgerState.FactKey;
import dev.waybill.spi.Fact;
import dev.waybill.spi.LedgerKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What the history has of one subject: its facts of all kinds, if they are few.
///
/// @param asOf the log position up to which this is complete
/// @param facts in the order of recording
public record SubjectFacts(long asOf, List<Facts.Recorded> facts) {

  /// Whether these are all its facts.
  boolean isWhole() {
    return facts.size() <= LedgerState.MOST_FACTS;
  }

  List<Facts.Recorded> of(LedgerKey key) {
    return facts.stream().filter(one -> one.fact().key().equals(key)).toList();
  }

  ArchivedKey archived(LedgerKey key) {
    Fact.@Nullable Latest latest = null;
    for (Facts.Recorded recorded : of(key)) {
      latest = recorded.applied() ? latest(recorded) : latest;
    }
    return new ArchivedKey(latest, withoutData(of(key)), true);
  }

  static Fact.Latest latest(Facts.Recorded recorded) {
    return new Fact.Latest(recorded.position(), recorded.version(), recorded.fact());
  }

  static Map<FactKey, Fact.Recorded> withoutData(List<Facts.Recorded> facts) {
    Map<FactKey, Fact.Recorded> known = new HashMap<>();
    for (Facts.Recorded one : facts) {
      Fact fact = one.fact().withData(Payload.empty());
      known.put(FactKey.of(fact), new Fact.Recorded(one.position(), fact));
    }
    return known;
  }

  long bytes() {
    return facts.stream().mapToLong(one -> one.fact().data().size()).sum();
  }
}
