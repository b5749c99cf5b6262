package dev.waybill.backend.nats;

import dev.waybill.backend.support.LatestStates;
import dev.waybill.backend.support.SideBySide;
import dev.waybill.spi.Expiry;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The ledger on NATS: facts in a stream, latest states in a bucket. A fact is stored first and
/// then changes the state. If the second step is missing, the next server that reads the fact
/// completes it, or otherwise [LatestKeeper].
final class NatsLedger implements Ledger {

  /// The number of facts that are sent at once.
  private static final int CHUNK = 500;

  private final FactLog log;
  private final LatestStates states;
  private final Expiry expiry;

  NatsLedger(FactLog log, LatestStates states, Expiry expiry) {
    this.log = log;
    this.states = states;
    this.expiry = expiry;
  }

  /// The latest states in their bucket.
  static LatestStates states(SubjectWrites wire, Expiry expiry) {
    String stream = JobSubjects.streamOf(LedgerSubjects.BUCKET);
    return new LatestStates(
        new Bucket<>(wire, stream, LedgerSubjects::latest), LedgerJson.STATES, expiry);
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
    return states.find(keys.stream().distinct().toList());
  }

  @Override
  public List<Fact.Recorded> history(LedgerKey key, long after, int max) {
    return log.history(key, after, max);
  }

  @Override
  public List<Fact.Recorded> tail(long after, int max) {
    return log.tail(after, max);
  }

  /// Counts the sequences of deleted facts, too.
  @Override
  public long beforeNewest(int facts) {
    return Math.max(0, log.last() - facts);
  }

  @Override
  public void delete(LedgerKey key, long upTo) {
    long end = Math.min(upTo, log.last());
    log.delete(key, end);
    states.deleteAll(Map.of(key, end));
  }

  /// Checks the oldest facts of each kind that expires.
  @Override
  public int prune(int max) {
    List<Fact.Recorded> expired =
        SideBySide.ask(List.copyOf(expiry.kinds()), kind -> log.expired(kind, max)).stream()
            .flatMap(List::stream)
            .limit(max)
            .toList();
    log.deleteAll(expired);
    Map<LedgerKey, Long> latest = new LinkedHashMap<>();
    expired.forEach(one -> latest.merge(one.fact().key(), one.position(), Math::max));
    states.deleteAll(latest);
    return expired.size();
  }
}
