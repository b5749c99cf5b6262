package dev.waybill.worker;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/// Many put, one takes everything that has come. The taker is woken once per batch, not once per
/// item.
final class Mailbox<T> {

  /// How often a closed mailbox asks whether more is expected.
  private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition arrived = lock.newCondition();
  private List<T> items = new ArrayList<>();
  private boolean closed;

  void put(T item) {
    lock.lock();
    try {
      items.add(item);
      if (items.size() == 1) {
        arrived.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  /// `first`, followed by what has come, at most `max` in all. Waits while there is nothing; empty
  /// only once the mailbox is closed and nothing more is expected.
  List<T> takeAll(List<T> first, int max, BooleanSupplier noneExpected)
      throws InterruptedException {
    lock.lock();
    try {
      while (first.isEmpty() && items.isEmpty() && !(closed && noneExpected.getAsBoolean())) {
        arrived.awaitNanos(closed ? LOOK_AGAIN_NANOS : Long.MAX_VALUE);
      }
      return first.isEmpty() && items.size() <= max ? swap() : take(first, max);
    } finally {
      lock.unlock();
    }
  }

  /// From now on the taker waits only for what is still expected.
  void close() {
    lock.lock();
    try {
      closed = true;
      arrived.signal();
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
