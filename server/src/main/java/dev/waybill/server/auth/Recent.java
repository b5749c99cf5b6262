package dev.waybill.server.auth;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Remembers what was used last, within a bound: when a generation is full it becomes the old one,
/// and what of the old one is not used until then is forgotten.
final class Recent<K, V> {

  private static final class Generations<K, V> {

    private final Map<K, V> young = new ConcurrentHashMap<>();
    private final Map<K, V> old;

    Generations(Map<K, V> old) {
      this.old = old;
    }
  }

  private final int most;
  private volatile Generations<K, V> all = new Generations<>(Map.of());

  /// @param most how many a generation holds; twice as many are remembered at most
  Recent(int most) {
    this.most = most;
  }

  boolean has(K key) {
    Generations<K, V> now = all;
    return now.young.containsKey(key) || now.old.containsKey(key);
  }

  V get(K key, Supplier<V> fresh) {
    Generations<K, V> now = all;
    V known = now.young.get(key);
    return known == null ? keep(now, key, fresh) : known;
  }

  private V keep(Generations<K, V> now, K key, Supplier<V> fresh) {
    V kept =
        now.young.computeIfAbsent(
            key,
            _ -> {
              @Nullable V old = now.old.get(key);
              return old == null ? fresh.get() : old;
            });
    if (now.young.size() >= most) {
      turn(now);
    }
    return kept;
  }

  private synchronized void turn(Generations<K, V> full) {
    if (all == full) {
      all = new Generations<>(full.young);
    }
  }
}
