package dev.waybill.backend.support;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The latest of what was put in; what is forgotten can be found out again.
final class Remembered<K, V> {

  private final LinkedHashMap<K, V> entries;

  Remembered(int most) {
    entries =
        new LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > most;
          }
        };
  }

  synchronized Optional<V> get(K key) {
    return Optional.ofNullable(entries.get(key));
  }

  synchronized void put(K key, V value) {
    entries.put(key, value);
  }
}
