package dev.waybill.backend.support;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// Readers that wait for a notification about a key. A watch that is opened before a read misses
/// nothing that happens after the read. A notification is a hint: the reader reads again.
public final class Watches<K> {

  private final ConcurrentHashMap<K, Set<Watch>> open = new ConcurrentHashMap<>();

  /// The watch of one reader.
  public final class Watch implements AutoCloseable {

    private final K subject;
    private final Semaphore news = new Semaphore(0);

    private Watch(K subject) {
      this.subject = subject;
    }

    /// Waits until something has happened since the last call; returns false after the timeout.
    public boolean await(long nanos) {
      try {
        boolean told = news.tryAcquire(nanos, TimeUnit.NANOSECONDS);
        news.drainPermits();
        return told;
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        throw new WaybillException(
            Code.INTERRUPTED, "interrupted while waiting for changes", interrupted);
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

  public Watch watch(K subject) {
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

  public boolean isEmpty() {
    return open.isEmpty();
  }

  public void tell(K subject) {
    Set<Watch> watching = open.get(subject);
    if (watching != null) {
      watching.forEach(watch -> watch.news.release());
    }
  }

  public void tellEveryone() {
    open.keySet().forEach(this::tell);
  }
}
