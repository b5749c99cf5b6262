package dev.waybill.backend.nats;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// Those who wait for something to happen to a subject. A watch that is open before a reader looks
/// misses nothing that comes after it looked.
final class Watches {

  private final ConcurrentHashMap<String, Set<Watch>> open = new ConcurrentHashMap<>();

  /// One who waits.
  final class Watch implements AutoCloseable {
    private final String subject;
    private final Semaphore news = new Semaphore(0);

    private Watch(String subject) {
      this.subject = subject;
    }

    /// Returns when something has happened since the last call, or after a time.
    void await(long nanos) throws InterruptedException {
      if (news.tryAcquire(nanos, TimeUnit.NANOSECONDS)) {
        news.drainPermits();
      }
    }

    @Override
    public void close() {
      open.computeIfPresent(
          subject,
          (_, others) -> {
            others.remove(this);
            return others.isEmpty() ? null : others;
          });
    }
  }

  Watch watch(String subject) {
    Watch watch = new Watch(subject);
    open.compute(
        subject,
        (_, others) -> {
          Set<Watch> all = others == null ? ConcurrentHashMap.newKeySet() : others;
          all.add(watch);
          return all;
        });
    return watch;
  }

  boolean isEmpty() {
    return open.isEmpty();
  }

  void tell(String subject) {
    Set<Watch> watching = open.get(subject);
    if (watching != null) {
      watching.forEach(watch -> watch.news.release());
    }
  }

  void tellEveryone() {
    open.keySet().forEach(this::tell);
  }
}
