package dev.waybill.backend.embedded.live;

import dev.waybill.spi.LeaseQuery;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/// A lease request, which may wait in its queue until there are jobs.
public final class TakeCommand extends Command<List<Machine.Glimpse>> {

  private final LeaseQuery take;
  private final long expiresAt;

  public TakeCommand(LeaseQuery take) {
    this.take = take;
    this.expiresAt = System.nanoTime() + take.patience().toNanos();
  }

  @Override
  int weight() {
    return 256 + 3 * take.worker().length() + take.max() * 32;
  }

  @Override
  boolean execute(Machine machine) {
    if (serve(machine)) {
      return true;
    }
    if (take.patience().isZero()) {
      answer(List.of());
      return true;
    }
    machine.state().queue(take.queue()).waiters.addLast(this);
    return false;
  }

  /// Leases available jobs; returns false if there are none.
  boolean serve(Machine machine) {
    List<Machine.Glimpse> given = machine.lease(take);
    if (given.isEmpty()) {
      return false;
    }
    answer(given);
    return true;
  }

  /// Stops waiting.
  public void giveUp(Machine machine) {
    LiveQueue queue = machine.state().knownQueue(take.queue());
    if (queue != null) {
      queue.waiters.remove(this);
    }
    answer(List.of());
  }

  long expiresAt() {
    return expiresAt;
  }

  /// Waits for jobs or until the patience is over; returns true if an interrupt came first.
  public boolean awaitUnlessInterrupted() {
    while (!isDone()) {
      LockSupport.park(this);
      if (Thread.interrupted()) {
        return true;
      }
    }
    return false;
  }
}
