package dev.waybill.client;

import dev.waybill.bytes.Chunks;
import dev.waybill.result.Refused;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/// Sends long lists in parts that a server takes as one body.
///
/// @param size about how many bytes an item takes in a body
/// @param refusal what an item is answered that makes the server refuse the whole body
record SplitCalls<T, R>(ToLongFunction<T> size, Function<Refused, R> refusal) {

  private static final long MOST_BYTES = 4L * 1024 * 1024;

  /// All answers, in order. A part that is refused because of one of its items, or because it is
  /// too large, is halved until the others have got through.
  ///
  /// @param call answers one item each
  List<R> send(List<T> items, Function<List<T>, List<R>> call) {
    List<R> answers = new ArrayList<>(items.size());
    for (List<T> part : split(items)) {
      answers.addAll(halving(part, call));
    }
    return answers;
  }

  List<List<T>> split(List<T> items) {
    return Chunks.of(items, size, MOST_BYTES);
  }

  /// How many bytes so many take as base64.
  static long base64(long bytes) {
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
