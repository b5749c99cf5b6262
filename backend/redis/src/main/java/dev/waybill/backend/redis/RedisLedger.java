package dev.waybill.backend.redis;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.settings.Limits;
import dev.waybill.spi.Expiry;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import java.util.ArrayList;
import java.util.List;

/// The ledger: a stream of all facts in one slot, because they have one order.
final class RedisLedger implements Ledger {

  private static final int AT_ONCE = 200;

  private final RedisLink link;
  private final Call.Prefix prefix;
  private final Expiry expiry;

  RedisLedger(RedisLink link, Expiry expiry) {
    this.link = link;
    this.prefix = link.shards().getFirst();
    this.expiry = expiry;
  }

  @Override
  public List<Answer> record(List<Fact> facts) {
    return Batches.call(
        link,
        facts,
        new Batches.Plan<>(
            _ -> prefix,
            shard -> Call.text("record", shard),
            (call, fact) ->
                call.with(FactBytes.meta(fact, expired(fact.key()))).with(FactBytes.write(fact)),
            in -> answer(in.get1())),
        AT_ONCE);
  }

  private static Answer answer(int letter) {
    return switch (letter) {
      case 'A' -> Answer.APPLIED;
      case 'D' -> Answer.DUPLICATE;
      case 'S' -> Answer.STALE;
      default -> throw new WaybillException(Code.CORRUPT, "unknown answer to a fact: " + letter);
    };
  }

  private long expired(LedgerKey key) {
    return FactBytes.exact(expiry.millis(key.kind()));
  }

  @Override
  public List<Fact.Latest> latest(List<LedgerKey> keys) {
    List<Fact.Latest> found = new ArrayList<>();
    for (int from = 0; from < keys.size(); from += AT_ONCE) {
      Call.Builder call = Call.list("latest", prefix);
      keys.subList(from, Math.min(keys.size(), from + AT_ONCE))
          .forEach(key -> call.with(FactBytes.key(key)).with(expired(key)));
      link.list(call.build()).forEach(row -> found.add(state(RedisRows.list(row))));
    }
    return found;
  }

  private static Fact.Latest state(List<Object> row) {
    return new Fact.Latest(
        RedisRows.number(row.get(0)),
        RedisRows.number(row.get(1)),
        FactBytes.read((byte[]) row.get(2)));
  }

  @Override
  public List<Fact.Recorded> history(LedgerKey key, long after, int max) {
    Call call =
        Call.list("history", prefix)
            .with(FactBytes.key(key))
            .with(after)
            .with(max)
            .with(expired(key))
            .build();
    return link.list(call).stream().map(row -> recorded(RedisRows.list(row))).toList();
  }

  private static Fact.Recorded recorded(List<Object> row) {
    return new Fact.Recorded(RedisRows.number(row.get(0)), FactBytes.read((byte[]) row.get(1)));
  }

  @Override
  public List<Fact.Recorded> tail(long after, int max) {
    List<Fact.Recorded> found = new ArrayList<>();
    long from = after;
    boolean more = true;
    while (more && found.size() < max) {
      List<Object> answer =
          link.list(
              Call.list("tail", prefix)
                  .with(from)
                  .with(max - found.size())
                  .with(Limits.PAGE_BYTES)
                  .build());
      for (Object row : RedisRows.list(answer.get(0))) {
        Fact.Recorded fact = recorded(RedisRows.list(row));
        from = fact.position();
        if (!expiry.isOver(fact.fact())) {
          found.add(fact);
        }
      }
      more = (Long) answer.get(1) == 1;
    }
    return found;
  }

  @Override
  public long beforeNewest(int facts) {
    return RedisRows.number(link.call(Call.text("before_newest", prefix).with(facts).build()));
  }

  @Override
  public void delete(LedgerKey key, long upTo) {
    Call call =
        Call.number("forget", prefix).with(FactBytes.key(key)).with(key.kind()).with(upTo).build();
    while (link.number(call) == 1) {
      link.retries().requireOpen();
    }
  }

  @Override
  public int prune(int max) {
    Call.Builder call = Call.number("expire", prefix).with(max);
    expiry.kinds().forEach(kind -> call.with(kind).with(FactBytes.exact(expiry.millis(kind))));
    return (int) link.number(call.build());
  }
}
