package dev.waybill.client.call;

import dev.waybill.bytes.Chunks;
import dev.waybill.result.Refused;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/// Sends long lists in parts that fit into one body.
///
/// @param size estimates the bytes of an item in a body
/// @param refusal the result for an item because of which the server refuses the whole body
public record SplitCalls<T, R>(ToLongFunction<T> size, Function<Refused, R> refusal) {

  private static final long MOST_BYTES = 4L * 1024 * 1024;

  /// Returns all results in order. If a part is refused because of one of its items, or because it
  /// is too large, it is halved until the other items have been accepted.
  ///
  /// @param call returns one result per item
  public List<R> send(List<T> items, Function<List<T>, List<R>> call) {
    List<R> answers = new ArrayList<>(items.size());
    for (List<T> part : split(items)) {
      answers.addAll(halving(part, call));
    }
    return answers;
  }

  public List<List<T>> split(List<T> items) {
    return Chunks.of(items, size, MOST_BYTES);
  }

  /// The size of this many bytes in base64.
  public static long base64(long bytes) {
    return (bytes + 2) / 3 * 4;
  }

  private List<R> halving(List<T> items, Function<List<T>, List<R>> call) {
    try {
      return call.apply(items);
    } catch (RefusedCall refused) {
      if (!refused.isAboutTheBody()) {
        throw refused;
      }
      if (items.size() == 1) {
        return List.of(refusal.apply(refused.asRefusal()));
      }
      int middle = items.size() / 2;
      List<R> answers = new ArrayList<>(halving(items.subList(0, middle), call));
      answers.addAll(halving(items.subList(middle, items.size()), call));
      return answers;
    }
  }
}
