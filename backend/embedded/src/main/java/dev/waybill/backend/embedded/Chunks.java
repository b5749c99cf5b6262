package dev.waybill.backend.embedded;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;

/// Cuts a list into pieces that one command each can write.
final class Chunks {

  private Chunks() {}

  /// Consecutive pieces of about `bytes` at most, each with one item at least.
  static <T> List<List<T>> of(List<T> items, ToIntFunction<T> weight, int bytes) {
    List<List<T>> chunks = new ArrayList<>(1);
    int from = 0;
    int size = 0;
    for (int to = 0; to < items.size(); to++) {
      if (to > from && size >= bytes) {
        chunks.add(items.subList(from, to));
        from = to;
        size = 0;
      }
      size += weight.applyAsInt(items.get(to));
    }
    if (from < items.size()) {
      chunks.add(items.subList(from, items.size()));
    }
    return chunks;
  }
}
