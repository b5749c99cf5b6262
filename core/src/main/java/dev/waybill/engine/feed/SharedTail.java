package dev.waybill.engine.feed;

import dev.waybill.Code;
import dev.waybill.EventCursor;
import dev.waybill.JobEvent;
import dev.waybill.WaybillException;
import dev.waybill.engine.ByteBudget;
import dev.waybill.spi.EventQuery;
import dev.waybill.spi.EventsRead;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.JobStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The latest events of one job, and one wait for the next ones, shared by all readers of the job.
///
/// A reader keeps only its position. Events after a recent position come from here, events after an
/// older one from the store. Of the readers that have read everything, one waits at the store on
/// behalf of all. A reader has no thread and no buffer, so a slow or abandoned reader costs the
/// others nothing.
public final class SharedTail {

  static final int BATCH = 256;
  public static final int BATCH_BYTES = RecentEvents.BYTES / 4;

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /// How long events are kept for slow readers while no new ones arrive.
  private static final Duration LINGER = Duration.ofSeconds(1);

  private final JobStore jobs;
  private final JobKey job;
  private final ByteBudget budget;
  private final ReentrantLock lock = new ReentrantLock();
  private final RecentEvents recent = new RecentEvents();
  private @Nullable Round current;
  private volatile int ask = BATCH;

  SharedTail(JobStore jobs, JobKey job, ByteBudget budget) {
    this.jobs = jobs;
    this.job = job;
    this.budget = budget;
  }

  /// Some events after a position; waits for the first one. Empty if the job has finished.
  List<JobEvent> after(EventCursor cursor) {
    EventCursor seen = cursor;
    while (true) {
      switch (look(seen)) {
        case Known(List<JobEvent> events) -> {
          return events;
        }
        case Behind(EventCursor floor) -> {
          List<JobEvent> stored = read(seen, Duration.ZERO).events();
          if (!stored.isEmpty()) {
            return stored;
          }
          // The store has deleted them; new events come only after the known ones.
          seen = floor;
        }
        case Leading(Round round) -> {
          return lead(round);
        }
        case Following(Round round) -> {
          if (await(round)) {
            return List.of();
          }
        }
      }
    }
  }

  /// Drops all events, because the last reader has left.
  void forget() {
    change(recent::forget);
  }

  private sealed interface Position {}

  private record Known(List<JobEvent> events) implements Position {}

  private record Behind(EventCursor floor) implements Position {}

  private record Leading(Round round) implements Position {}

  private record Following(Round round) implements Position {}

  /// One wait for events after a position, shared by all readers at this position or a later one.
  private static final class Round {
    private final EventCursor from;
    private final Thread leader = Thread.currentThread();
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile boolean ended;
    private volatile @Nullable WaybillException failure;

    private Round(EventCursor from) {
      this.from = from;
    }

    /// The leader does not wait for itself: a store may call back while it waits.
    private boolean serves(EventCursor cursor) {
      return from.compareTo(cursor) <= 0 && !leader.equals(Thread.currentThread());
    }
  }

  private Position look(EventCursor cursor) {
    lock.lock();
    try {
      if (cursor.compareTo(recent.floor()) < 0) {
        return new Behind(recent.floor());
      }
      if (cursor.compareTo(recent.end()) < 0) {
        return new Known(recent.after(cursor, BATCH));
      }
      Round theirs = current;
      if (theirs != null && theirs.serves(cursor)) {
        return new Following(theirs);
      }
      Round mine = new Round(cursor);
      current = mine;
      return new Leading(mine);
    } finally {
      lock.unlock();
    }
  }

  private List<JobEvent> lead(Round round) {
    try {
      return waitAtTheStore(round);
    } catch (WaybillException failure) {
      round.failure = failure.code() == Code.INTERRUPTED ? null : failure;
      throw failure;
    } finally {
      leave(round);
    }
  }

  private List<JobEvent> waitAtTheStore(Round round) {
    while (true) {
      EventsRead read = read(round.from, patience(round.from));
      if (!read.events().isEmpty()) {
        change(() -> recent.add(round.from, read.events()));
        return read.events();
      }
      if (read.finished()) {
        round.ended = true;
        return List.of();
      }
      change(() -> forgetIfSilentSince(round.from));
    }
  }

  private void forgetIfSilentSince(EventCursor cursor) {
    if (cursor.equals(recent.end())) {
      recent.forget();
    }
  }

  private void leave(Round round) {
    lock.lock();
    try {
      current = current == round ? null : current;
    } finally {
      lock.unlock();
    }
    round.over.countDown();
  }

  /// Returns true if the job has finished and has no more events.
  private static boolean await(Round round) {
    try {
      round.over.await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new WaybillException(Code.INTERRUPTED, "interrupted while waiting for events");
    }
    WaybillException failure = round.failure;
    if (failure != null) {
      throw new WaybillException(failure.code(), String.valueOf(failure.getMessage()), failure);
    }
    return round.ended;
  }

  /// Reads at most one batch in bytes, and asks for fewer events next time if there were more.
  private EventsRead read(EventCursor after, Duration patience) {
    EventsRead read = jobs.read(new EventQuery(job, after, ask, patience));
    List<JobEvent> events = read.events();
    int taken = 0;
    for (int bytes = 0; taken < events.size() && bytes < BATCH_BYTES; taken++) {
      bytes += RecentEvents.weight(events.get(taken));
    }
    ask = taken < events.size() ? taken : Math.min(BATCH, 2 * ask);
    return new EventsRead(List.copyOf(events.subList(0, taken)), read.finished());
  }

  private Duration patience(EventCursor cursor) {
    lock.lock();
    try {
      boolean lingers = recent.bytes() > 0 && cursor.equals(recent.end());
      return lingers ? LINGER : PATIENCE;
    } finally {
      lock.unlock();
    }
  }

  private void change(Runnable change) {
    lock.lock();
    try {
      int before = recent.bytes();
      change.run();
      if (!budget.allows(recent.bytes() - before)) {
        budget.giveBack(recent.bytes());
        recent.forget();
      }
    } finally {
      lock.unlock();
    }
  }
}
