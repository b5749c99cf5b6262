package dev.waybill.engine;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One answer per item of a call, in order: some are known at once, the store answers the others in
/// one batch.
///
/// @param <T> the items for the store
/// @param <R> the answers
final class Answers<T, R> {

  private final List<@Nullable R> known;
  private final List<T> open;

  Answers(int size) {
    known = new ArrayList<>(size);
    open = new ArrayList<>(size);
  }

  void now(R answer) {
    known.add(answer);
  }

  void later(T item) {
    known.add(null);
    open.add(item);
  }

  /// The items for the store, in order.
  List<T> open() {
    return open;
  }

  /// All answers, given the store's answers to [#open] in the same order.
  List<R> complete(List<R> late) {
    Iterator<R> next = late.iterator();
    List<R> all = new ArrayList<>(known.size());
    for (R answer : known) {
      all.add(answer == null ? next.next() : answer);
    }
    return all;
  }
}
