package dev.waybill.engine;

import dev.waybill.Code;
import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// What people have defined: values of one kind under the names of tenants.
///
/// The ledger holds every change; each server follows it, so a change made here is known here at
/// once, and about a second later by the other servers on the store.
public final class Register<V> {

  /// How old what is known may be before it is looked for again.
  public static final Duration LOOK_EVERY = Duration.ofSeconds(1);

  private static final String CHANGED = "changed";
  private static final int PAGE = 1_000;
  private static final System.Logger LOG = System.getLogger(Register.class.getName());

  private final Ledger ledger;
  private final LedgerKey key;
  private final Form<V> form;
  private final Limit limit;
  private final InstantSource clock;
  private final List<Consumer<Change<V>>> followers = new ArrayList<>();
  private final Map<Name, V> known = new ConcurrentHashMap<>();
  private final ReentrantLock looking = new ReentrantLock();
  private long position;
  private volatile int changes;
  private volatile @Nullable Instant looked;

  public Register(Ledger ledger, LedgerKey key, Form<V> form, Limit limit, InstantSource clock) {
    this.ledger = ledger;
    this.key = key;
    this.form = form;
    this.limit = limit;
    this.clock = clock;
  }

  public record Name(String tenant, String name) {}

  /// @param value what the name stands for from now on, or null for nothing
  public record Change<V>(Name name, @Nullable V value) {}

  /// How changes are written down.
  public interface Form<V> {

    Payload write(Change<V> change);

    Change<V> read(Payload data);
  }

  /// How many names one tenant may have.
  ///
  /// @param what what they are called in a refusal, such as `topics`
  public record Limit(String what, int most) {}

  /// Tells of every change from now on, in order, on the thread that looks.
  public void follow(Consumer<Change<V>> follower) {
    followers.add(follower);
  }

  /// What a name stands for, as far as it is known here.
  public @Nullable V known(Name name) {
    return known(name, LOOK_EVERY);
  }

  /// As [#known(Name)], where somebody else calls [#refresh] and it may be a little older.
  @Nullable V known(Name name, Duration age) {
    lookFirst();
    lookIfOlderThan(age);
    return known.get(name);
  }

  /// What a name stands for at this moment.
  public @Nullable V read(Name name) {
    look();
    return known.get(name);
  }

  /// All that is known at this moment; the map is a view and changes with what is looked for later.
  public Map<Name, V> readAll() {
    look();
    return java.util.Collections.unmodifiableMap(known);
  }

  /// All that is known here, without looking; a view as that of [#readAll].
  Map<Name, V> knownAll() {
    return java.util.Collections.unmodifiableMap(known);
  }

  /// Looks, unless that was done a moment ago.
  public void refresh() {
    lookIfOlderThan(LOOK_EVERY);
  }

  /// Changes are numbered without a gap, and the ledger takes each number once: whoever comes
  /// second looks again and decides anew. Answers what the name stands for now.
  ///
  /// @param change given what the name stands for, or null; answers null to remove it
  public @Nullable V change(Name name, UnaryOperator<@Nullable V> change) {
    while (true) {
      look();
      int number = changes + 1;
      V before = known.get(name);
      V after = change.apply(before);
      if (java.util.Objects.equals(after, before)) {
        return before;
      }
      if (before == null) {
        requireRoom(name.tenant(), 1);
      }
      if (recorded(List.of(fact(number, new Change<>(name, after))))) {
        return after;
      }
    }
  }

  /// Sets many of one tenant at once, whatever was set before.
  public void putAll(String tenant, Map<String, V> values) {
    List<Change<V>> left = new ArrayList<>();
    values.forEach((name, value) -> left.add(new Change<>(new Name(tenant, name), value)));
    while (!left.isEmpty()) {
      look();
      left.removeIf(change -> java.util.Objects.equals(known.get(change.name()), change.value()));
      requireRoom(tenant, left.stream().filter(one -> !known.containsKey(one.name())).count());
      int first = changes + 1;
      List<Fact> facts = new ArrayList<>();
      for (Change<V> change : left) {
        facts.add(fact(first + facts.size(), change));
      }
      if (recorded(facts)) {
        return;
      }
    }
  }

  /// Whether all were taken. Where another server came first, some may have been.
  private boolean recorded(List<Fact> facts) {
    boolean all = facts.isEmpty() || !ledger.record(facts).contains(Ledger.Answer.DUPLICATE);
    look();
    return all;
  }

  private Fact fact(int number, Change<V> change) {
    return new Fact(key, number, CHANGED, CHANGED, 0, 0, clock.instant(), form.write(change));
  }

  private void requireRoom(String tenant, long more) {
    if (more == 0) {
      return;
    }
    long others = known.keySet().stream().filter(name -> name.tenant().equals(tenant)).count();
    if (others + more > limit.most()) {
      throw new WaybillException(
          Code.TOO_MANY_ITEMS, "a tenant has at most " + limit.most() + " " + limit.what());
    }
  }

  private void lookFirst() {
    if (looked == null) {
      look();
    }
  }

  /// While one call looks, others go on with what is known.
  private void lookIfOlderThan(Duration age) {
    if (isOlder(age) && looking.tryLock()) {
      try {
        if (isOlder(age)) {
          lookOrGoOn();
        }
      } finally {
        looking.unlock();
      }
    }
  }

  /// Also where the clock was set back.
  private boolean isOlder(Duration age) {
    Instant last = looked;
    return last == null || Duration.between(last, clock.instant()).abs().compareTo(age) >= 0;
  }

  /// A ledger that cannot be read is no reason to stop work under definitions that are known.
  private void lookOrGoOn() {
    try {
      look();
    } catch (WaybillException failed) {
      if (looked != null) {
        looked = clock.instant();
      }
      LOG.log(
          Level.WARNING, "cannot look for changed " + limit.what() + "; will try again", failed);
    }
  }

  private void look() {
    looking.lock();
    try {
      Instant began = clock.instant();
      List<Fact.Recorded> some;
      do {
        some = ledger.history(key, position, PAGE);
        some.forEach(this::apply);
      } while (some.size() == PAGE);
      looked = began;
    } finally {
      looking.unlock();
    }
  }

  /// The number comes last: who has seen it has seen what it stands for.
  private void apply(Fact.Recorded recorded) {
    Change<V> change = read(recorded.fact());
    V value = change.value();
    if (value == null) {
      known.remove(change.name());
    } else {
      known.put(change.name(), value);
    }
    followers.forEach(follower -> follower.accept(change));
    position = recorded.position();
    changes = recorded.fact().attempt();
  }

  private Change<V> read(Fact fact) {
    try {
      return form.read(fact.data());
    } catch (RuntimeException unreadable) {
      throw new WaybillException(
          Code.CORRUPT, "change " + fact.attempt() + " of the " + limit.what(), unreadable);
    }
  }
}
