package dev.waybill.messages.record;

import dev.waybill.Payload;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The names of all recipients of one tenant that were ever suppressed. They are in memory, so that
/// a message to anybody else needs no read of the store. Every second one caller reads new ones;
/// the others do not wait for it.
final class SuppressedNames {

  static final String KIND = "msg.suppressions";

  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);
  private static final int PAGE = 1_000;
  private static final int HEX_DIGITS = 16;

  private final Ledger ledger;
  private final LedgerKey key;
  private final Set<Long> names = ConcurrentHashMap.newKeySet();
  private final ReentrantLock reading = new ReentrantLock();
  private long position;
  private volatile @Nullable Instant looked;

  SuppressedNames(Ledger ledger, String tenant) {
    this.ledger = ledger;
    this.key = new LedgerKey(tenant, KIND, "names");
  }

  /// The fact that a name is in use. The ledger keeps it once.
  Fact fact(String name, Instant at) {
    return Fact.of(key, 1, name, at, Payload.empty());
  }

  /// Facts in the order of recording; their type is the name.
  List<Fact.Recorded> read(long after, int most) {
    return ledger.history(key, after, most);
  }

  void add(Collection<String> added) {
    added.forEach(name -> names.add(shortened(name)));
  }

  boolean isEmpty() {
    return names.isEmpty();
  }

  /// May be true for a name that is not there, in one of 10^19 cases.
  boolean has(String name) {
    return names.contains(shortened(name));
  }

  SuppressedNames upToDate(Instant now) {
    if (looked == null) {
      reading.lock();
      look(now);
    } else if (isOld(now) && reading.tryLock()) {
      look(now);
    }
    return this;
  }

  private void look(Instant now) {
    try {
      read(now);
    } finally {
      reading.unlock();
    }
  }

  private void read(Instant now) {
    while (isOld(now)) {
      List<Fact.Recorded> some = read(position, PAGE);
      some.forEach(one -> names.add(shortened(one.fact().type())));
      position = some.isEmpty() ? position : some.getLast().position();
      looked = some.size() < PAGE ? now : looked;
    }
  }

  private boolean isOld(Instant now) {
    Instant last = looked;
    return last == null || Duration.between(last, now).abs().compareTo(LOOK_EVERY) >= 0;
  }

  private static long shortened(String name) {
    return Long.parseUnsignedLong(name.substring(0, HEX_DIGITS), 16);
  }
}
