package dev.waybill.rig.sim;

import dev.waybill.Attempt;
import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.NewEvent;
import dev.waybill.Page;
import dev.waybill.QueueStats;
import dev.waybill.WaybillException;
import dev.waybill.settings.Retention;
import dev.waybill.spi.Appended;
import dev.waybill.spi.Applied;
import dev.waybill.spi.Draft;
import dev.waybill.spi.EventQuery;
import dev.waybill.spi.EventsRead;
import dev.waybill.spi.EventsStored;
import dev.waybill.spi.ForwardingJobStore;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.JobQuery;
import dev.waybill.spi.JobStore;
import dev.waybill.spi.LeaseExtension;
import dev.waybill.spi.LeaseKey;
import dev.waybill.spi.LeaseQuery;
import dev.waybill.spi.Pruned;
import dev.waybill.spi.QueueKey;
import dev.waybill.spi.Step;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// The job store of a server, with faults: calls fail, responses are lost, and waits use virtual
/// time.
final class FaultyJobs extends ForwardingJobStore {

  private static final long LOOK_AGAIN = 100;

  private final World world;
  private final Faults faults;

  FaultyJobs(JobStore oracle, World world, Faults faults) {
    super(oracle);
    this.world = world;
    this.faults = faults;
  }

  @Override
  public List<Appended> append(List<Draft> drafts) {
    return faults.call(
        () -> store.append(drafts), () -> store.append(drafts.subList(0, drafts.size() / 2)));
  }

  @Override
  public List<Job> lease(LeaseQuery take) {
    LeaseQuery atOnce = take.atOnce();
    List<Job> given = faults.call(() -> store.lease(atOnce));
    long end = world.time.elapsed() + take.patience().toMillis();
    while (given.isEmpty() && world.time.elapsed() < end && !world.isOver()) {
      world.letPass(LOOK_AGAIN);
      world.time.moveTo(world.time.elapsed() + 1);
      given = faults.call(() -> store.lease(atOnce));
    }
    return given;
  }

  @Override
  public List<LeaseExtension> extend(List<LeaseKey> leases, Duration leaseDuration) {
    return faults.call(() -> store.extend(leases, leaseDuration));
  }

  @Override
  public List<Applied> apply(List<Step> steps) {
    return faults.call(
        () -> store.apply(steps), () -> store.apply(steps.subList(0, steps.size() / 2)));
  }

  @Override
  public Optional<Job> find(JobKey key) {
    return faults.call(() -> store.find(key));
  }

  @Override
  public List<Attempt> attempts(JobKey key) {
    return faults.call(() -> store.attempts(key));
  }

  @Override
  public Page<Job> browse(JobQuery query) {
    return faults.call(() -> store.browse(query));
  }

  @Override
  public List<Job> overdue(int max) {
    return faults.call(() -> store.overdue(max));
  }

  @Override
  public void pause(QueueKey queue, boolean paused) {
    faults.call(
        () -> {
          store.pause(queue, paused);
          return queue;
        });
  }

  @Override
  public QueueStats stats(QueueKey queue) {
    return faults.call(() -> store.stats(queue));
  }

  @Override
  public List<QueueStats> stats(String tenant) {
    return faults.call(() -> store.stats(tenant));
  }

  @Override
  public EventsStored publish(LeaseKey lease, List<NewEvent> events) {
    return faults.call(() -> store.publish(lease, events));
  }

  /// If there are no events, lets other actors run and reads once more, then fails as interrupted.
  @Override
  public EventsRead read(EventQuery query) {
    EventQuery atOnce = new EventQuery(query.job(), query.after(), query.max(), Duration.ZERO);
    EventsRead read = faults.call(() -> store.read(atOnce));
    if (!read.events().isEmpty() || read.finished() || query.patience().isZero()) {
      return read;
    }
    world.letPass(LOOK_AGAIN);
    EventsRead later = faults.call(() -> store.read(atOnce));
    if (later.events().isEmpty() && !later.finished()) {
      throw new WaybillException(Code.INTERRUPTED, "nothing came");
    }
    return later;
  }

  @Override
  public List<Pruned> prune(Retention retention, int max) {
    return faults.call(() -> store.prune(retention, max));
  }
}
