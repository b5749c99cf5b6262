package dev.waybill.messages.http;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// Connections that wait for their next request. They are few, and are closed when they are idle
/// for long.
final class IdleConnections {

  static final int MOST = 64;
  static final int MOST_OF_ORIGIN = 16;
  static final Duration LONGEST = Duration.ofSeconds(15);

  private final InstantSource clock;
  private final Deque<Idle> newestFirst = new ArrayDeque<>();
  private boolean sweepPlanned;

  private record Idle(String origin, OutgoingConnection connection, Instant since) {}

  IdleConnections(InstantSource clock) {
    this.clock = clock;
  }

  /// A connection to the origin that is alive; empty if there is none.
  ///
  /// @param allowed the ways to the origin that are allowed now
  Optional<OutgoingConnection> take(String origin, List<Hop> allowed) {
    while (true) {
      Optional<OutgoingConnection> next = next(origin, allowed);
      if (next.isEmpty() || next.get().isAlive()) {
        return next;
      }
      next.get().close();
    }
  }

  private synchronized Optional<OutgoingConnection> next(String origin, List<Hop> allowed) {
    closeOld();
    for (Iterator<Idle> all = newestFirst.iterator(); all.hasNext(); ) {
      Idle idle = all.next();
      if (idle.origin().equals(origin) && allowed.contains(idle.connection().hop())) {
        all.remove();
        return Optional.of(idle.connection());
      }
    }
    return Optional.empty();
  }

  synchronized void put(String origin, OutgoingConnection connection) {
    newestFirst.addFirst(new Idle(origin, connection, clock.instant()));
    if (newestFirst.stream().filter(idle -> idle.origin().equals(origin)).count()
        > MOST_OF_ORIGIN) {
      closeOldestOf(origin);
    }
    if (newestFirst.size() > MOST) {
      newestFirst.removeLast().connection().close();
    }
    planSweep();
  }

  private void closeOldestOf(String origin) {
    for (Iterator<Idle> all = newestFirst.descendingIterator(); all.hasNext(); ) {
      Idle idle = all.next();
      if (idle.origin().equals(origin)) {
        all.remove();
        idle.connection().close();
        return;
      }
    }
  }

  private void closeOld() {
    Instant limit = clock.instant().minus(LONGEST);
    while (!newestFirst.isEmpty() && newestFirst.getLast().since().isBefore(limit)) {
      newestFirst.removeLast().connection().close();
    }
  }

  /// Closes connections also if there are no further calls.
  private void planSweep() {
    if (!sweepPlanned && !newestFirst.isEmpty()) {
      sweepPlanned = true;
      CompletableFuture.delayedExecutor(LONGEST.toMillis() + 1, TimeUnit.MILLISECONDS)
          .execute(this::sweep);
    }
  }

  private synchronized void sweep() {
    sweepPlanned = false;
    closeOld();
    planSweep();
  }
}
