package dev.waybill.engine.register;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Definitions of one kind, such as topics, by tenant and name.
///
/// The ledger stores the changes and each server follows them, so a change takes effect here at
/// once if the ledger can be read, and on other servers of the store within about a second. Each
/// change also deletes some replaced facts, so there are at most about two facts per definition.
///
/// A definition that this server cannot use affects nothing else: it is reported by [#unusable] and
/// in the log, and can be replaced or deleted.
public final class Register<V> {

  /// The age at which known definitions are refreshed.
  public static final Duration LOOK_EVERY = Duration.ofSeconds(1);

  private static final String CHANGED = "changed";
  private static final int COPIES = 64;
  private static final int SPARE_FACTS = 16;
  private static final int REASON_LENGTH = 1_000;
  private static final System.Logger LOG = System.getLogger(Register.class.getName());

  private final Ledger ledger;
  private final LedgerKey key;
  private final Form<V> form;
  private final Limit limit;
  private final InstantSource clock;
  private final RegisterRoom room;
  private final List<Consumer<Change<V>>> followers = new ArrayList<>();
  private final Map<Name, V> known = new ConcurrentHashMap<>();
  private final Map<Name, String> unusable = new ConcurrentHashMap<>();
  private final LedgerFollower follower;
  private final FactPositions positions = new FactPositions();
  private volatile boolean failsOnUnreadableChanges;

  public Register(Ledger ledger, LedgerKey key, Form<V> form, Limit limit, InstantSource clock) {
    this.ledger = ledger;
    this.key = key;
    this.form = form;
    this.limit = limit;
    this.room = new RegisterRoom(limit);
    this.clock = clock;
    this.follower = new LedgerFollower(ledger, key, clock, new Changes());
  }

  public record Name(String tenant, String name) {}

  /// @param value the new definition, or null if it was deleted
  public record Change<V>(Name name, @Nullable V value) {}

  /// How values are serialized.
  public record Form<V>(Function<V, byte[]> write, Function<byte[], V> read) {}

  /// Limits of definitions. Bytes are those of the serialized form.
  ///
  /// @param what the name of the definitions in error messages, such as `topics`
  /// @param most the maximum number of definitions of one tenant
  /// @param tenantBytes the bytes of one tenant's definitions
  /// @param allBytes the bytes of all tenants' definitions
  public record Limit(String what, int most, long tenantBytes, long allBytes) {

    private static final int HEAP_PARTS = 128;

    /// All tenants together may use 1/128 of the heap, or twice the limit of one tenant if that is
    /// more.
    public Limit(String what, int most, long tenantBytes) {
      this(
          what,
          most,
          tenantBytes,
          Math.max(2 * tenantBytes, Runtime.getRuntime().maxMemory() / HEAP_PARTS));
    }
  }

  /// Calls the follower with every change from now on, in order, on the thread that reads it. If a
  /// follower throws, the definition is unusable, and every follower is called again as if it was
  /// deleted.
  public void follow(Consumer<Change<V>> follower) {
    followers.add(follower);
  }

  /// Makes reads fail, rather than ignore a change whose name this server cannot read.
  public void failOnUnreadableChanges() {
    failsOnUnreadableChanges = true;
  }

  /// The definition of a name, as known here.
  public @Nullable V known(Name name) {
    return known(name, LOOK_EVERY);
  }

  /// As [#known(Name)] with another maximum age, for callers that also call [#refresh].
  @Nullable V known(Name name, Duration age) {
    readFirst();
    readIfOlderThan(age);
    return known.get(name);
  }

  /// The current definition of a name.
  public @Nullable V read(Name name) {
    follower.read();
    return known.get(name);
  }

  /// All current definitions; the map is a view that changes with later reads.
  public Map<Name, V> readAll() {
    follower.read();
    return java.util.Collections.unmodifiableMap(known);
  }

  /// The definitions that this server cannot use, each with the reason; a view like [#readAll].
  public Map<Name, String> unusable() {
    follower.read();
    return java.util.Collections.unmodifiableMap(unusable);
  }

  /// Whether there is a definition now, usable or not.
  public boolean exists(Name name) {
    return read(name) != null || unusable.containsKey(name);
  }

  /// All known definitions, without a read; a view like [#readAll].
  Map<Name, V> knownAll() {
    return java.util.Collections.unmodifiableMap(known);
  }

  /// Whether nothing was ever defined, as far as known here.
  public boolean isUntouched() {
    return follower.number() == 0;
  }

  /// Reads changes, unless that was done within [#LOOK_EVERY].
  public void refresh() {
    readIfOlderThan(LOOK_EVERY);
  }

  /// As [#refresh], but fails if the ledger cannot be read, and waits for a call that has been
  /// reading for longer than this: for definitions that must not be outdated.
  public void requireNewerThan(Duration age) {
    follower.readIfOlderThan(LOOK_EVERY, follower::read);
    if (follower.isOlder(age)) {
      follower.read();
    }
  }

  /// Changes a definition and returns the new one. Changes are numbered without gaps, and the
  /// ledger accepts each number once: a caller that comes second reads again and repeats its
  /// change.
  ///
  /// @param change receives the current definition, or null; returns null to delete it
  public @Nullable V change(Name name, UnaryOperator<@Nullable V> change) {
    while (true) {
      follower.read();
      int number = follower.number() + 1;
      V before = known.get(name);
      V after = change.apply(before);
      if (Objects.equals(after, before) && !unusable.containsKey(name)) {
        return before;
      }
      Fact fact = fact(number, new Change<>(name, after));
      if (after != null) {
        room.require(name.tenant(), Map.of(name, fact.data().size()));
      }
      if (recorded(List.of(fact))) {
        readAndCompact();
        return after;
      }
    }
  }

  /// Sets many definitions of one tenant at once, whatever they were before.
  public void putAll(String tenant, Map<String, V> values) {
    List<Change<V>> left = new ArrayList<>();
    values.forEach((name, value) -> left.add(new Change<>(new Name(tenant, name), value)));
    while (!left.isEmpty()) {
      follower.read();
      left.removeIf(change -> Objects.equals(known.get(change.name()), change.value()));
      int first = follower.number() + 1;
      List<Fact> facts = new ArrayList<>();
      Map<Name, Long> sizes = new HashMap<>();
      for (Change<V> change : left) {
        Fact fact = fact(first + facts.size(), change);
        facts.add(fact);
        sizes.put(change.name(), fact.data().size());
      }
      room.require(tenant, sizes);
      if (recorded(facts)) {
        readAndCompact();
        return;
      }
    }
  }

  /// Whether all facts were stored. If another server was first, some may have been.
  private boolean recorded(List<Fact> facts) {
    return facts.isEmpty()
        || ledger.record(facts).stream().allMatch(one -> one == Ledger.Answer.APPLIED);
  }

  /// A failure does not fail the change, which is stored: the next read and the next change repeat
  /// this.
  private void readAndCompact() {
    try {
      follower.read();
      compact();
    } catch (WaybillException failed) {
      LOG.log(Level.WARNING, "cannot read or compact changed " + limit.what(), failed);
    }
  }

  /// Copies the oldest definitions to the end and deletes the facts before the oldest remaining
  /// one. The last change always stays: numbers continue from it, and followers that missed changes
  /// detect a gap before it.
  private void compact() {
    if (positions.facts() <= 2 * positions.size() + SPARE_FACTS) {
      return;
    }
    for (FactPositions.FactPosition oldest : positions.oldest(COPIES)) {
      if (!copied(oldest)) {
        return;
      }
      follower.read();
    }
    ledger.delete(key, positions.first() - 1);
    positions.deletedBefore();
  }

  /// Returns false if another server made a change in between.
  private boolean copied(FactPositions.FactPosition position) {
    int number = follower.number() + 1;
    List<Fact.Recorded> there = ledger.history(key, position.position() - 1, 1);
    return positions.has(position)
        && !there.isEmpty()
        && there.getFirst().position() == position.position()
        && recorded(
            List.of(
                Fact.of(key, number, CHANGED, clock.instant(), there.getFirst().fact().data())));
  }

  private Fact fact(int number, Change<V> change) {
    V value = change.value();
    byte[] written = value == null ? null : form.write().apply(value);
    return Fact.of(
        key, number, CHANGED, clock.instant(), new StoredChange(change.name(), written).payload());
  }

  private void readFirst() {
    if (!follower.hasRead()) {
      follower.read();
    }
  }

  private void readIfOlderThan(Duration age) {
    follower.readIfOlderThan(age, this::readOrKeepKnown);
  }

  /// If the ledger cannot be read, known definitions stay in use.
  private void readOrKeepKnown() {
    try {
      follower.read();
    } catch (WaybillException failed) {
      follower.postpone();
      LOG.log(Level.WARNING, "cannot read changed " + limit.what() + "; will retry", failed);
    }
  }

  private final class Changes implements LedgerFollower.Reader {

    @Override
    public void next(Fact.Recorded recorded) {
      apply(recorded);
    }

    /// Applies the last change of each name unless it is known, and drops names without one.
    @Override
    public void replaceAll(List<Fact.Recorded> facts) {
      Map<Name, Fact.Recorded> last = new LinkedHashMap<>();
      facts.forEach(
          one -> {
            StoredChange stored = stored(one.fact());
            if (stored != null) {
              last.remove(stored.name());
              last.put(stored.name(), one);
            }
          });
      for (Name name : positions.names()) {
        if (!last.containsKey(name)) {
          use(new Change<>(name, null), 0);
          positions.remove(name);
        }
      }
      last.forEach(
          (name, one) -> {
            if (!positions.has(name, one.position())) {
              apply(one);
            }
          });
      positions.startAt(facts);
    }
  }

  /// Null if the change cannot be read and is ignored.
  private @Nullable StoredChange stored(Fact fact) {
    try {
      return StoredChange.of(fact.data());
    } catch (RuntimeException unreadable) {
      if (failsOnUnreadableChanges) {
        throw new WaybillException(
            Code.CORRUPT,
            limit.what() + ": change " + fact.attempt() + " cannot be read by this version",
            unreadable);
      }
      LOG.log(
          Level.ERROR,
          "{0}: change {1} cannot be read and is ignored: {2}",
          limit.what(),
          fact.attempt(),
          unreadable);
      return null;
    }
  }

  /// A definition that cannot be used must not hide later ones.
  private void apply(Fact.Recorded recorded) {
    Fact fact = recorded.fact();
    StoredChange stored = stored(fact);
    positions.passed(recorded);
    if (stored == null) {
      return;
    }
    Name name = stored.name();
    try {
      V value = stored.value() == null ? null : form.read().apply(stored.value());
      use(new Change<>(name, value), fact.data().size());
      positions.put(name, value == null ? null : recorded);
    } catch (RuntimeException | StackOverflowError broken) {
      disable(name, fact, broken);
      positions.put(name, recorded);
    }
  }

  private void use(Change<V> change, long bytes) {
    Name name = change.name();
    V value = change.value();
    if (value == null) {
      known.remove(name);
      room.remove(name);
    } else {
      known.put(name, value);
      room.put(name, bytes);
    }
    followers.forEach(told -> told.accept(change));
    unusable.remove(name);
  }

  private void disable(Name name, Fact fact, Throwable why) {
    String reason = String.valueOf(why.getMessage() == null ? why : why.getMessage());
    LOG.log(
        Level.ERROR,
        "{0}: {1} of tenant {2} cannot be used: {3}; replace or delete it",
        limit.what(),
        Text.quote(name.name()),
        Text.quote(name.tenant()),
        reason);
    known.remove(name);
    unusable.put(name, Text.storable(reason, REASON_LENGTH));
    room.put(name, fact.data().size());
    followers.forEach(told -> told.accept(new Change<>(name, null)));
  }
}
