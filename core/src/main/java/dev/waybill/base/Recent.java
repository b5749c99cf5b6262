package dev.waybill.base;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// A bounded cache of recently used entries, safe for any number of threads.
///
/// Entries live in two generations. When the young one is full it becomes the old one, and old
/// entries that were not used since then are dropped. So a lookup needs no lock and no list in
/// order of use.
public final class Recent<K, V> {

  private static final class Generations<K, V> {

    private final Map<K, V> young = new ConcurrentHashMap<>();
    private final Map<K, V> old;
    private final AtomicLong weight = new AtomicLong();

    Generations(Map<K, V> old) {
      this.old = old;
    }
  }

  private final long most;
  private final ToLongFunction<K> weigher;
  private volatile Generations<K, V> all = new Generations<>(new ConcurrentHashMap<>());

  /// @param most the maximum number of entries of a generation; the cache holds at most twice as
  ///     many
  public Recent(int most) {
    this(most, _ -> 1);
  }

  /// @param most the maximum total weight of the entries of a generation
  public Recent(long most, ToLongFunction<K> weigher) {
    this.most = most;
    this.weigher = weigher;
  }

  public boolean has(K key) {
    Generations<K, V> now = all;
    return now.young.containsKey(key) || now.old.containsKey(key);
  }

  public Optional<V> find(K key) {
    Generations<K, V> now = all;
    @Nullable V young = now.young.get(key);
    if (young != null) {
      return Optional.of(young);
    }
    @Nullable V old = now.old.get(key);
    return old == null ? Optional.empty() : Optional.of(get(key, () -> old));
  }

  /// The value of this key, created if there is none.
  public V get(K key, Supplier<V> fresh) {
    Generations<K, V> now = all;
    @Nullable V known = now.young.get(key);
    return known == null ? keep(now, key, fresh) : known;
  }

  public void put(K key, V value) {
    Generations<K, V> now = all;
    if (now.young.put(key, value) == null) {
      grown(now, key);
    }
  }

  public void remove(K key) {
    Generations<K, V> now = all;
    if (now.young.remove(key) != null) {
      now.weight.addAndGet(-weigher.applyAsLong(key));
    }
    now.old.remove(key);
  }

  private V keep(Generations<K, V> now, K key, Supplier<V> fresh) {
    @Nullable V old = now.old.get(key);
    V made = old == null ? fresh.get() : old;
    @Nullable V other = now.young.putIfAbsent(key, made);
    if (other != null) {
      return other;
    }
    grown(now, key);
    return made;
  }

  private void grown(Generations<K, V> now, K key) {
    if (now.weight.addAndGet(weigher.applyAsLong(key)) >= most) {
      turn(now);
    }
  }

  private synchronized void turn(Generations<K, V> full) {
    if (all == full) {
      all = new Generations<>(full.young);
    }
  }
}
