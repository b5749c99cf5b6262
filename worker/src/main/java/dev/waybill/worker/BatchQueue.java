package dev.waybill.worker;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/// A queue with many producers and a few consumers that take everything at once. A consumer is
/// woken once per batch, not once per item.
final class BatchQueue<T> {

  /// How often a consumer of a closed queue checks whether more items are expected.
  private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition arrived = lock.newCondition();
  private final int plenty;
  private List<T> items = new ArrayList<>();
  private boolean closed;

  /// @param plenty the number of items at which every consumer is woken
  BatchQueue(int plenty) {
    this.plenty = plenty;
  }

  void put(T item) {
    lock.lock();
    try {
      items.add(item);
      if (items.size() == 1 || items.size() == plenty) {
        arrived.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /// Returns `first` followed by the queued items, at most `max` in all. Waits until there are
  /// `least` items; returns an empty list only if the queue is closed and no more items are
  /// expected.
  List<T> takeAll(List<T> first, int least, int max, BooleanSupplier noneExpected)
      throws InterruptedException {
    lock.lock();
    try {
      while (first.isEmpty() && items.size() < least && !(closed && noneExpected.getAsBoolean())) {
        arrived.awaitNanos(closed ? LOOK_AGAIN_NANOS : Long.MAX_VALUE);
      }
      return first.isEmpty() && items.size() <= max ? swap() : take(first, max);
    } finally {
      lock.unlock();
    }
  }

  /// After this, a consumer waits only for items that are still expected.
  void close() {
    lock.lock();
    try {
      closed = true;
      arrived.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private List<T> swap() {
    List<T> all = items;
    items = new ArrayList<>(all.size());
    return all;
  }

  private List<T> take(List<T> first, int max) {
    List<T> some = items.subList(0, Math.min(items.size(), max - first.size()));
    List<T> taken = new ArrayList<>(first);
    taken.addAll(some);
    some.clear();
    return taken;
  }
}
