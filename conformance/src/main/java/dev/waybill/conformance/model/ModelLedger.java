package dev.waybill.conformance.model;

import dev.waybill.settings.Settings;
import dev.waybill.spi.Expiry;
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
import java.util.function.Predicate;
import java.util.stream.Stream;

/// A ledger in memory: a list of facts and a map of latest states. Its positions have gaps on
/// purpose, so that no code depends on positions without gaps.
public final class ModelLedger implements Ledger {

  private static final int STEP = 3;

  private record FactKey(LedgerKey key, int attempt, String type) {

    static FactKey of(Fact fact) {
      return new FactKey(fact.key(), fact.attempt(), fact.type());
    }
  }

  private final Expiry expiry;
  private final List<Fact.Recorded> facts = new ArrayList<>();
  private final Set<FactKey> known = new HashSet<>();
  private final Map<LedgerKey, Fact.Latest> latest = new HashMap<>();
  private long last;

  public ModelLedger() {
    this(Settings.DEFAULT);
  }

  public ModelLedger(Settings settings) {
    this.expiry = Expiry.of(settings);
  }

  @Override
  public synchronized List<Answer> record(List<Fact> fresh) {
    return fresh.stream().map(this::record).toList();
  }

  @Override
  public synchronized List<Fact.Latest> latest(List<LedgerKey> keys) {
    return keys.stream()
        .map(latest::get)
        .filter(Objects::nonNull)
        .filter(found -> !expiry.isOver(found.fact()))
        .toList();
  }

  @Override
  public synchronized List<Fact.Recorded> history(LedgerKey key, long after, int max) {
    return after(after).filter(one -> one.fact().key().equals(key)).limit(max).toList();
  }

  @Override
  public synchronized List<Fact.Recorded> tail(long after, int max) {
    return after(after).limit(max).toList();
  }

  @Override
  public synchronized long beforeNewest(int count) {
    List<Fact.Recorded> all = after(0).toList();
    return all.size() <= count ? 0 : all.get(all.size() - count - 1).position();
  }

  @Override
  public synchronized void delete(LedgerKey key, long upTo) {
    remove(one -> one.fact().key().equals(key) && one.position() <= upTo, Integer.MAX_VALUE);
  }

  @Override
  public synchronized int prune(int max) {
    return remove(one -> expiry.isOver(one.fact()), max);
  }

  private int remove(Predicate<Fact.Recorded> which, int max) {
    List<Fact.Recorded> gone = facts.stream().filter(which).limit(max).toList();
    facts.removeAll(Set.copyOf(gone));
    for (Fact.Recorded one : gone) {
      known.remove(FactKey.of(one.fact()));
      latest.computeIfPresent(
          one.fact().key(), (_, state) -> state.position() == one.position() ? null : state);
    }
    return gone.size();
  }

  private Stream<Fact.Recorded> after(long position) {
    return facts.stream().filter(one -> one.position() > position && !expiry.isOver(one.fact()));
  }

  private Answer record(Fact fact) {
    if (!known.add(FactKey.of(fact))) {
      return Answer.DUPLICATE;
    }
    last += STEP;
    facts.add(new Fact.Recorded(last, fact));
    latest.computeIfPresent(fact.key(), (_, state) -> expiry.isOver(state.fact()) ? null : state);
    Fact.Latest before = latest.get(fact.key());
    if (before != null && !fact.advances(before)) {
      return Answer.STALE;
    }
    latest.put(fact.key(), new Fact.Latest(last, before == null ? 1 : before.version() + 1, fact));
    return Answer.APPLIED;
  }
}
