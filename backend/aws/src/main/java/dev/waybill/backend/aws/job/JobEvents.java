package dev.waybill.backend.aws.job;

import dev.waybill.EventCursor;
import dev.waybill.JobEvent;
import dev.waybill.JobId;
import dev.waybill.NewEvent;
import dev.waybill.backend.support.Retries;
import dev.waybill.backend.support.Watches;
import dev.waybill.spi.EventQuery;
import dev.waybill.spi.EventsRead;
import dev.waybill.spi.EventsStored;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.LeaseKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Events of jobs. They are written first, and count when the job says so: a mark in its item names
/// the last event of each attempt. So an attempt that has lost its lease adds nothing, and a reader
/// that sees the end of a job has seen its last event.
final class JobEvents {

  /// How often a reader looks for events that reached the table through another server.
  private static final Duration OTHERS_SEEN_EVERY = Duration.ofSeconds(1);

  private static final int LOCKS = 64;

  private final EventItems items;
  private final JobTable table;
  private final Watches<JobId> watches;
  private final Retries retries;
  private final Supplier<Instant> now;
  private final List<ReentrantLock> locks =
      Stream.generate(ReentrantLock::new).limit(LOCKS).toList();

  JobEvents(
      EventItems items,
      JobTable table,
      Watches<JobId> watches,
      Retries retries,
      Supplier<Instant> now) {
    this.items = items;
    this.table = table;
    this.watches = watches;
    this.retries = retries;
    this.now = now;
  }

  EventsStored publish(LeaseKey lease, List<NewEvent> events) {
    retries.requireOpen();
    ReentrantLock lock = locks.get(Math.floorMod(lease.job().id().hashCode(), LOCKS));
    lock.lock();
    try {
      return publishAlone(lease, events);
    } finally {
      lock.unlock();
    }
  }

  private EventsStored publishAlone(LeaseKey lease, List<NewEvent> events) {
    while (true) {
      Optional<JobItem> held =
          table.find(lease.job()).filter(item -> isHeld(item, lease, now.get()));
      if (held.isEmpty()) {
        return new EventsStored.Lost();
      }
      Long before = held.get().marks().get(lease.attempt());
      List<NewEvent> fresh = fresh(events, before == null ? -1 : before);
      if (fresh.isEmpty() || isStored(lease, before, fresh)) {
        return new EventsStored.Events(fresh.size(), events.size() - fresh.size());
      }
    }
  }

  private static boolean isHeld(JobItem item, LeaseKey lease, Instant now) {
    return item.record().job().isHeld(lease.attempt(), now);
  }

  private boolean isStored(
      LeaseKey lease, @org.jspecify.annotations.Nullable Long before, List<NewEvent> fresh) {
    items.write(lease, fresh, now.get());
    boolean marked = table.mark(lease, before, fresh.getLast().sequence());
    if (marked) {
      watches.tell(lease.job().id());
    }
    return marked;
  }

  /// Events above the last one, each above the one before.
  private static List<NewEvent> fresh(List<NewEvent> events, long last) {
    List<NewEvent> fresh = new ArrayList<>();
    long highest = last;
    for (NewEvent event : events) {
      if (event.sequence() > highest) {
        fresh.add(event);
        highest = event.sequence();
      }
    }
    return fresh;
  }

  EventsRead read(EventQuery query) {
    retries.requireOpen();
    long end = System.nanoTime() + query.patience().toNanos();
    try (var watch = watches.watch(query.job().id())) {
      while (true) {
        EventsRead read = readNow(query);
        long left = end - System.nanoTime();
        if (!read.events().isEmpty() || read.finished() || left <= 0) {
          return read;
        }
        watch.await(Math.min(left, OTHERS_SEEN_EVERY.toNanos()));
        retries.requireOpen();
      }
    }
  }

  private EventsRead readNow(EventQuery query) {
    Optional<JobItem> item = table.find(query.job());
    if (item.isEmpty()) {
      return new EventsRead(List.of(), true);
    }
    Map<Integer, Long> marks = item.get().marks();
    boolean isNew = marks.entrySet().stream().anyMatch(mark -> isAfter(mark, query.after()));
    List<JobEvent> events =
        isNew ? items.read(query.job(), query.after(), query.max(), marks) : List.of();
    boolean ended = item.get().record().state().isTerminal();
    return new EventsRead(events, events.isEmpty() && ended);
  }

  private static boolean isAfter(Map.Entry<Integer, Long> mark, EventCursor cursor) {
    return new EventCursor(mark.getKey(), mark.getValue()).compareTo(cursor) > 0;
  }

  void remove(JobKey job) {
    items.remove(job);
  }
}
