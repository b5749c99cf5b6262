package dev.waybill.bytes;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/// Splits a list into chunks that fit into one call each.
public final class Chunks {

  private Chunks() {}

  /// Consecutive chunks of at most `limit` in weight, each with at least one item.
  public static <T> List<List<T>> of(List<T> items, ToLongFunction<T> weight, long limit) {
    List<List<T>> chunks = new ArrayList<>(1);
    int from = 0;
    long size = 0;
    for (int to = 0; to < items.size(); to++) {
      long more = weight.applyAsLong(items.get(to));
      if (to > from && size + more > limit) {
        chunks.add(items.subList(from, to));
        from = to;
        size = 0;
      }
      size += more;
    }
    if (from < items.size()) {
      chunks.add(items.subList(from, items.size()));
    }
    return chunks;
  }
}
