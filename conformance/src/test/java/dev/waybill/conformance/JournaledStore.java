package dev.waybill.conformance;

import dev.waybill.Job;
import dev.waybill.NewEvent;
import dev.waybill.conformance.model.ModelStore;
import dev.waybill.settings.Retention;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Appended;
import dev.waybill.spi.Applied;
import dev.waybill.spi.Draft;
import dev.waybill.spi.EventsStored;
import dev.waybill.spi.ForwardingJobStore;
import dev.waybill.spi.JobStore;
import dev.waybill.spi.LeaseExtension;
import dev.waybill.spi.LeaseKey;
import dev.waybill.spi.LeaseQuery;
import dev.waybill.spi.Pruned;
import dev.waybill.spi.QueueKey;
import dev.waybill.spi.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/// A store that records every change with its time, so that a crash can lose the last ones: the
/// others are repeated on an empty model.
final class JournaledStore extends ForwardingJobStore {

  /// A change and its time.
  record Change(Instant at, Function<JobStore, ?> what) {}

  private final ManualClock clock;
  private final List<Change> journal = new ArrayList<>();

  JournaledStore(Settings settings, ManualClock clock) {
    super(new ModelStore(settings.withClock(clock)));
    this.clock = clock;
  }

  /// A store with only these changes.
  static JournaledStore of(List<Change> changes, Settings settings, ManualClock clock) {
    Instant now = clock.instant();
    JournaledStore store = new JournaledStore(settings, clock);
    for (Change change : changes) {
      clock.set(change.at());
      store.change(change.what());
    }
    clock.set(now);
    return store;
  }

  synchronized List<Change> crash() {
    ((ModelStore) store).close();
    return List.copyOf(journal);
  }

  private synchronized <T> T change(Function<JobStore, T> what) {
    T answer = what.apply(store);
    journal.add(new Change(clock.instant(), what));
    return answer;
  }

  @Override
  public List<Appended> append(List<Draft> drafts) {
    return change(store -> store.append(drafts));
  }

  @Override
  public List<Job> lease(LeaseQuery query) {
    LeaseQuery atOnce = query.atOnce();
    long end = System.nanoTime() + query.patience().toNanos();
    List<Job> leased = leaseNow(atOnce);
    while (leased.isEmpty()
        && System.nanoTime() - end < 0
        && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
      leased = leaseNow(atOnce);
    }
    return leased.isEmpty() && Thread.currentThread().isInterrupted() ? store.lease(query) : leased;
  }

  /// Records only leases that changed something.
  private synchronized List<Job> leaseNow(LeaseQuery query) {
    return ((ModelStore) store).heads(query.queue()).isEmpty()
        ? List.of()
        : change(store -> store.lease(query));
  }

  @Override
  public List<LeaseExtension> extend(List<LeaseKey> leases, Duration leaseDuration) {
    return change(store -> store.extend(leases, leaseDuration));
  }

  @Override
  public List<Applied> apply(List<Step> steps) {
    return change(store -> store.apply(steps));
  }

  @Override
  public void pause(QueueKey queue, boolean paused) {
    change(
        store -> {
          store.pause(queue, paused);
          return queue;
        });
  }

  @Override
  public EventsStored publish(LeaseKey lease, List<NewEvent> events) {
    return change(store -> store.publish(lease, events));
  }

  @Override
  public List<Pruned> prune(Retention retention, int max) {
    return change(store -> store.prune(retention, max));
  }
}
