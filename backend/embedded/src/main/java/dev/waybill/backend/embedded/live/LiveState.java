package dev.waybill.backend.embedded.live;

import dev.waybill.JobId;
import dev.waybill.State;
import dev.waybill.backend.embedded.live.LiveJob.Location;
import dev.waybill.record.DraftBytes;
import dev.waybill.spi.Draft.Fingerprint;
import dev.waybill.spi.QueueKey;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// All waiting and running jobs, and finished jobs that the history may not contain yet. Changed by
/// facts only, in the same way at run time and during recovery, so that the state is a function of
/// the log. Not thread-safe.
public final class LiveState {

  /// A known request ID, and the fingerprint of its request.
  record KnownRequest(LiveJob job, Fingerprint fingerprint, long createdAt) {}

  /// The number and size of the live jobs of one tenant.
  record TenantUse(long jobs, long bytes) {

    static final TenantUse NONE = new TenantUse(0, 0);

    private TenantUse with(LiveJob job, int sign) {
      return new TenantUse(jobs + sign, bytes + (long) sign * job.payloadBytes);
    }
  }

  private final JobIndex index = new JobIndex();
  private final Map<QueueKey, LiveQueue> queues = new HashMap<>();
  private final Map<LiveJob.RequestKey, KnownRequest> requests = new HashMap<>();
  private final Map<String, TenantUse> tenants = new HashMap<>();
  private final DueHeap due = new DueHeap();
  private final LinkedHashSet<LiveJob> overdue = new LinkedHashSet<>();
  private final ArrayDeque<LiveJob> ended = new ArrayDeque<>();
  private final LinkedHashSet<LiveQueue> awakened = new LinkedHashSet<>();
  private int live;
  private long liveBytes;
  private long forgottenUpTo;
  private long deadChangedAt = -1;

  public int liveJobs() {
    return live;
  }

  /// The number of live jobs and finished jobs in memory.
  int size() {
    return index.size();
  }

  long liveBytes() {
    return liveBytes;
  }

  TenantUse use(String tenant) {
    return tenants.getOrDefault(tenant, TenantUse.NONE);
  }

  private void count(LiveJob job, int sign) {
    tenants.compute(
        job.queue.key.tenant(),
        (_, use) -> {
          TenantUse after = (use == null ? TenantUse.NONE : use).with(job, sign);
          return after.jobs() == 0 ? null : after;
        });
  }

  /// The log position up to which finished jobs are only in the history.
  long forgottenUpTo() {
    return forgottenUpTo;
  }

  /// The log position of the last change of the number of dead jobs, or a negative number.
  public long deadChangedAt() {
    return deadChangedAt;
  }

  /// A job was revived by the record at this log position.
  void revivedAt(long position) {
    deadChangedAt = position;
  }

  public Collection<LiveQueue> queues() {
    return queues.values();
  }

  LiveQueue queue(QueueKey key) {
    return queues.computeIfAbsent(key, LiveQueue::new);
  }

  @Nullable LiveQueue knownQueue(QueueKey key) {
    return queues.get(key);
  }

  public @Nullable LiveJob find(JobId id) {
    return index.find(id.high(), id.low());
  }

  @Nullable KnownRequest request(LiveJob.RequestKey key) {
    return requests.get(key);
  }

  long nextDue() {
    return due.firstDue();
  }

  /// Queues that got jobs since the last call.
  List<LiveQueue> takeAwakened() {
    if (awakened.isEmpty()) {
      return List.of();
    }
    List<LiveQueue> result = new ArrayList<>(awakened);
    awakened.clear();
    return result;
  }

  boolean hasAwakened() {
    return !awakened.isEmpty();
  }

  void wake(LiveQueue queue) {
    if (!queue.waiters.isEmpty()) {
      awakened.add(queue);
    }
  }

  /// Jobs whose lease or deadline has expired, as of the last [#advance].
  List<LiveJob> overdue(int max) {
    return overdue.stream().limit(max).toList();
  }

  /// Adds a new or revived job.
  void enter(LiveJob job, JobCodec.Outline outline, long now) {
    LiveJob former = index.find(job.high, job.low);
    if (former != null) {
      index.remove(former);
    }
    index.add(job);
    DraftBytes.Request request = outline.draft().request();
    if (job.request != null && request != null) {
      requests.put(job.request, new KnownRequest(job, request.fingerprint(), outline.createdAt()));
    }
    live++;
    count(job, 1);
    liveBytes += job.length;
    if (job.running == null) {
      await(job, false, now);
    } else {
      run(job, job.running);
    }
  }

  /// Leases a waiting job to a worker.
  void lease(LiveJob job, LiveJob.Running running) {
    leave(job);
    job.state = State.RUNNING;
    job.updatedAt = running.startedAt;
    run(job, running);
  }

  void extend(LiveJob job, long until) {
    LiveJob.Running running = job.running;
    if (running != null) {
      running.until = until;
      leave(job);
      run(job, running);
    }
  }

  /// Returns the job to waiting.
  void requeue(LiveJob job, long runAt, boolean front, long now) {
    leave(job);
    job.state = State.QUEUED;
    job.cancelRequested = false;
    job.runAt = runAt;
    await(job, front, now);
  }

  /// Ends the job with the record at this log position.
  void end(LiveJob job, State terminal, long position) {
    leave(job);
    job.state = terminal;
    job.endedAt = position;
    deadChangedAt = terminal == State.DEAD ? position : deadChangedAt;
    live--;
    count(job, -1);
    liveBytes -= job.length;
    ended.addLast(job);
  }

  /// Records the new log position of the immutable part of a live job.
  void moved(LiveJob job, long position, int length) {
    liveBytes += length - job.length;
    job.length = length;
    job.position = position;
  }

  /// Advances the time: due jobs become ready; expired leases and deadlines become overdue.
  void advance(long now) {
    for (LiveJob job = due.first(); job != null && job.due <= now; job = due.first()) {
      if (job.running != null) {
        due.remove(job);
        late(job);
      } else {
        leave(job);
        await(job, false, now);
      }
    }
  }

  /// Drops jobs that finished before this log position: the history has them.
  public void forget(long projected) {
    for (LiveJob job = ended.peekFirst();
        job != null && job.endedAt < projected;
        job = ended.peekFirst()) {
      ended.removeFirst();
      forgottenUpTo = Math.max(forgottenUpTo, job.endedAt);
      if (index.find(job.high, job.low) == job) {
        index.remove(job);
        if (job.request != null) {
          requests.remove(job.request);
        }
      }
    }
  }

  /// Sorts every lane by the time at which its jobs became ready, including running jobs, which may
  /// return. During recovery a job may be added later than originally.
  void sortLanes() {
    List<LiveJob> ordered = new ArrayList<>();
    index.forEach(
        job -> {
          if (job.location == Location.LANE) {
            ordered.add(job);
            job.queue.remove(job);
          } else if (job.running != null) {
            ordered.add(job);
          }
        });
    ordered.sort(Comparator.<LiveJob>comparingLong(job -> job.runAt).thenComparing(LiveJob::id));
    for (LiveJob job : ordered) {
      if (job.location == Location.LANE) {
        job.queue.pushBack(job);
      } else {
        job.queue.takeTurn(job);
      }
    }
  }

  private void await(LiveJob job, boolean front, long now) {
    if (job.deadline <= now) {
      late(job);
    } else if (job.runAt <= now) {
      ready(job, front);
    } else {
      job.location = Location.SCHEDULED;
      job.queue.scheduled++;
      due.schedule(job, Math.min(job.runAt, job.deadline));
    }
  }

  private void ready(LiveJob job, boolean front) {
    job.location = Location.LANE;
    if (front) {
      job.queue.putBack(job);
    } else {
      job.queue.pushBack(job);
    }
    due.schedule(job, job.deadline);
    wake(job.queue);
  }

  private void late(LiveJob job) {
    job.location = Location.OVERDUE;
    overdue.add(job);
  }

  private void run(LiveJob job, LiveJob.Running running) {
    job.location = Location.RUNNING;
    job.running = running;
    job.queue.running++;
    due.schedule(job, running.until);
  }

  /// Removes the job from the structure that contains it.
  private void leave(LiveJob job) {
    due.remove(job);
    switch (job.location) {
      case LANE -> job.queue.remove(job);
      case SCHEDULED -> job.queue.scheduled--;
      case OVERDUE -> overdue.remove(job);
      case RUNNING, NOWHERE -> {}
    }
    job.location = Location.NOWHERE;
    if (job.running != null) {
      job.running = null;
      job.queue.running--;
    }
  }
}
