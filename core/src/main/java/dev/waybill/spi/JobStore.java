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

/// Jobs and their queues. Answers after its effect is durable; judges time by its own clock.
///
/// It does not validate, decide what follows an outcome, sign or check tokens, or move payloads to
/// blobs: the engine does. It fails with a `WaybillException`; expected answers are values.
public interface JobStore {

  /// Stores jobs, or says why not, one answer each. Not atomic as a whole.
  List<Appended> append(List<Draft> drafts);

  /// Leases jobs that are ready: due, before their deadline, in a queue that is not paused; high
  /// priority before normal before low, oldest first in a lane. Waits while there are none. Answers
  /// fewer jobs if their payloads reach [LeaseQuery#maxBytes], but at least one. A leased job is
  /// RUNNING with its attempt number unchanged; the lease ends after the lease duration or at the
  /// timeout of the attempt, whichever is first.
  List<Job> lease(LeaseQuery take);

  /// Extends leases that have not ended to now + lease duration, but not beyond the timeout of
  /// the attempt, which counts from its start. A lease whose timeout is over is lost.
  List<LeaseExtension> extend(List<LeaseKey> leases, java.time.Duration leaseDuration);

  /// Applies steps whose guard holds; one answer each, in order.
  List<Applied> apply(List<Step> steps);

  Optional<Job> find(JobKey key);

  /// Leases of the job, oldest first; the last [dev.waybill.settings.Limits#ATTEMPTS_KEPT] of them.
  List<Attempt> attempts(JobKey key);

  /// The cursor in the page is the store's own.
  Page<Job> browse(JobQuery query);

  /// Jobs of every tenant that changed after a position of the feed, in the order of their changes.
  ///
  /// A job is in the feed soon after it was created, after each step applied to it, and after it
  /// was deleted or pruned; a lease or its extension may be in it. Changes of one job may be
  /// answered as one. No change appears before a position that was answered. Answers fewer than
  /// `max` if the bodies reach [dev.waybill.settings.Limits#PAGE_BYTES].
  JobChanges changes(String after, int max);

  /// Jobs that need maintenance: running with a lapsed lease, or waiting past their deadline.
  /// Changes nothing.
  List<Job> overdue(int max);

  /// Jobs of a queue that wait for a worker since before a time, the longest waiting of each lane
  /// first. Changes nothing.
  List<Job> waiting(QueueKey queue, Instant before, int max);

  void pause(QueueKey queue, boolean paused);

  QueueStats stats(QueueKey queue);

  List<QueueStats> stats(String tenant);

  /// Stores events of a running attempt that has not timed out. A sequence at or below the last
  /// one stored for the attempt is a repeat.
  EventsStored publish(LeaseKey lease, List<NewEvent> events);

  /// Events in the order (attempt, sequence). Waits while there are none and the job has not
  /// finished.
  EventsRead read(EventQuery query);

  /// Deletes one job that has ended, with its attempts, events and request id, but not its blobs.
  Deleted delete(JobKey key);

  /// Deletes some of the jobs that finished longer ago than their retention, but not their blobs.
  /// Their request IDs stay known for as long as [Retention#requestIds] says, counted from the
  /// creation of the job. A small step: call again while it answers jobs.
  List<Pruned> prune(Retention retention, int max);
}
