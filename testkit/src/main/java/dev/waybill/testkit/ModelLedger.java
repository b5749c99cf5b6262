package dev.waybill.testkit;

import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// The ledger in its plainest form: a list of facts and a map of latest states.
public final class ModelLedger implements Ledger {

  private record FactKey(LedgerKey key, int attempt, String type) {}

  private final List<Fact.Recorded> facts = new ArrayList<>();
  private final Set<FactKey> known = new HashSet<>();
  private final Map<LedgerKey, Fact.Latest> latest = new HashMap<>();

  @Override
  public synchronized List<Answer> record(List<Fact> fresh) {
    return fresh.stream().map(this::record).toList();
  }

  @Override
  public synchronized List<Fact.Latest> latest(List<LedgerKey> keys) {
    return keys.stream().map(latest::get).filter(Objects::nonNull).toList();
  }

  @Override
  public synchronized List<Fact.Recorded> history(LedgerKey key, long after, int max) {
    return facts.stream()
        .filter(recorded -> recorded.fact().key().equals(key) && recorded.position() > after)
        .limit(max)
        .toList();
  }

  @Override
  public synchronized List<Fact.Recorded> tail(long after, int max) {
    return facts.stream().filter(recorded -> recorded.position() > after).limit(max).toList();
  }

  @Override
  public synchronized long last() {
    return facts.size();
  }

  private Answer record(Fact fact) {
    if (!known.add(new FactKey(fact.key(), fact.attempt(), fact.type()))) {
      return Answer.DUPLICATE;
    }
    facts.add(new Fact.Recorded(facts.size() + 1L, fact));
    Fact.Latest before = latest.get(fact.key());
    if (before != null && !fact.advances(before)) {
      return Answer.STALE;
    }
    latest.put(fact.key(), after(fact, before == null ? 1 : before.version() + 1));
    return Answer.APPLIED;
  }

  private static Fact.Latest after(Fact fact, long version) {
    return new Fact.Latest(
        fact.key(),
        fact.attempt(),
        fact.state(),
        fact.rank(),
        fact.standing(),
        version,
        fact.at(),
        fact.data());
  }
}
