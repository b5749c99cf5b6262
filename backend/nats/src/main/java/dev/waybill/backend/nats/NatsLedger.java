package dev.waybill.backend.nats;

import dev.waybill.Code;
import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The ledger on NATS: facts in a stream, latest states in a bucket. A fact is stored first and
/// moves the state then; where the second step was cut off, whoever meets the fact again makes it,
/// and [LatestKeeper] does so for facts that nobody meets again.
final class NatsLedger implements Ledger {

  /// So many facts are under way at once.
  private static final int CHUNK = 500;

  private final FactLog log;
  private final LatestStates states;

  NatsLedger(FactLog log, LatestStates states) {
    this.log = log;
    this.states = states;
  }

  @Override
  public List<Answer> record(List<Fact> facts) {
    List<Answer> answers = new ArrayList<>(facts.size());
    for (int from = 0; from < facts.size(); from += CHUNK) {
      answers.addAll(recordSome(facts.subList(from, Math.min(facts.size(), from + CHUNK))));
    }
    return answers;
  }

  private List<Answer> recordSome(List<Fact> facts) {
    List<FactLog.Entry> entries = log.append(facts);
    Set<Long> moving = states.move(entries.stream().map(FactLog.Entry::recorded).toList());
    return entries.stream().map(entry -> answer(entry, moving)).toList();
  }

  private static Answer answer(FactLog.Entry entry, Set<Long> moving) {
    if (!entry.isNew()) {
      return Answer.DUPLICATE;
    }
    return moving.contains(entry.recorded().position()) ? Answer.APPLIED : Answer.STALE;
  }

  @Override
  public List<Fact.Latest> latest(List<LedgerKey> keys) {
    Map<LedgerKey, Standing> found = states.find(keys.stream().distinct().toList());
    List<Fact.Recorded> facts = log.at(found.values().stream().map(Standing::position).toList());
    Map<Long, Fact> byPosition =
        facts.stream().collect(Collectors.toMap(Fact.Recorded::position, Fact.Recorded::fact));
    List<Fact.Latest> latest = new ArrayList<>();
    found.forEach(
        (key, standing) ->
            latest.add(standing.latest(key, data(byPosition.get(standing.position())))));
    return latest;
  }

  private static Payload data(@Nullable Fact fact) {
    if (fact == null) {
      throw new WaybillException(Code.CORRUPT, "the fact that a state stands on is gone from NATS");
    }
    return fact.data();
  }

  @Override
  public List<Fact.Recorded> history(LedgerKey key, long after, int max) {
    return log.history(key, after, max);
  }

  @Override
  public List<Fact.Recorded> tail(long after, int max) {
    return log.tail(after, max);
  }

  @Override
  public long last() {
    return log.last();
  }
}
