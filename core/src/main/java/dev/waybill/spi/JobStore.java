package dev.waybill.spi;

import dev.waybill.Attempt;
import dev.waybill.Job;
import dev.waybill.NewEvent;
import dev.waybill.Page;
import dev.waybill.QueueStats;
import dev.waybill.settings.Retention;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Jobs and their queues. Every call returns after its effect is durable; time is that of the
/// store's clock.
///
/// It does not validate, decide which step follows an outcome, sign or verify tokens, or move
/// payloads to blobs: the engine does. It fails with a `WaybillException`; expected answers are
/// values.
public interface JobStore {

  /// Stores jobs; one answer each. Not atomic as a whole.
  List<Appended> append(List<Draft> drafts);

  /// Leases jobs that are ready: due, before their deadline, in a queue that is not paused; high
  /// priority before normal before low, oldest first in a lane. Waits while there are none. Returns
  /// fewer jobs if their payloads reach [LeaseQuery#maxBytes], but at least one. A leased job is
  /// RUNNING with its attempt number unchanged; the lease ends after the lease duration or at the
  /// timeout of the attempt, whichever is first.
  List<Job> lease(LeaseQuery query);

  /// Extends active leases to now + lease duration, but not beyond the timeout of the attempt,
  /// which counts from its start. A lease past its timeout is lost.
  List<LeaseExtension> extend(List<LeaseKey> leases, java.time.Duration leaseDuration);

  /// Applies steps whose guard holds; one answer each, in order.
  List<Applied> apply(List<Step> steps);

  Optional<Job> find(JobKey key);

  /// The leases of the job, oldest first; at most the last
  /// [dev.waybill.settings.Limits#ATTEMPTS_KEPT].
  List<Attempt> attempts(JobKey key);

  /// A page of jobs; its cursor is defined by the store.
  Page<Job> browse(JobQuery query);

  /// Jobs of every tenant that changed after a position of the feed, in the order of their changes.
  ///
  /// A job appears in the feed soon after it was created, after each step applied to it, and after
  /// it was deleted or pruned; leases and extensions may appear as well. Several changes of one job
  /// may appear as one. No change appears later before a position that was returned. Returns fewer
  /// than `max` if the payloads reach [dev.waybill.settings.Limits#PAGE_BYTES].
  JobChanges changes(String after, int max);

  /// Jobs that need maintenance: running with an expired lease, or waiting past their deadline.
  /// Changes nothing.
  List<Job> overdue(int max);

  /// Jobs of a queue that have been waiting for a worker since before a time, the longest waiting
  /// of each lane first. Changes nothing.
  List<Job> waiting(QueueKey queue, Instant before, int max);

  void pause(QueueKey queue, boolean paused);

  QueueStats stats(QueueKey queue);

  List<QueueStats> stats(String tenant);

  /// Stores events of a running attempt that has not timed out, given in the order of their
  /// sequence. A sequence at or below the last one stored for the attempt is a repeat.
  EventsStored publish(LeaseKey lease, List<NewEvent> events);

  /// Events in the order (attempt, sequence). Waits while there are none and the job has not
  /// finished.
  EventsRead read(EventQuery query);

  /// Deletes one finished job, with its attempts, events and request ID, but not its blobs.
  Deleted delete(JobKey key);

  /// Deletes some of the jobs whose retention has ended, but not their blobs. Their request IDs
  /// stay known for [Retention#requestIds], counted from the creation of the job. A small step:
  /// call it again while it returns jobs.
  List<Pruned> prune(Retention retention, int max);
}
