package dev.waybill.backend.support;

import dev.waybill.QueueStats;
import dev.waybill.State;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.JobQuery;
import dev.waybill.spi.LeaseQuery;
import dev.waybill.spi.QueueKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The view of this server on the jobs in the table: waiting, running, and finished ones until the
/// index of the history has them. It decides nothing: a proposal succeeds only if the table still
/// has the revision that it is based on.
///
/// It receives changes twice, from the writer on this server and from the feed of the table. Of two
/// versions of one job the higher one is kept, in any order. Revisions cannot be compared: replicas
/// of a stream may number it differently after a crash.
final class JobView {

  private static final int GONE_KEPT = 20_000;

  private final ReentrantLock lock = new ReentrantLock();
  private final Map<JobKey, ViewRow> rows = new HashMap<>();

  /// Versions of jobs that have left the table, the latest ones: an earlier version may still
  /// arrive.
  private final Map<JobKey, Long> gone =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<JobKey, Long> eldest) {
          return size() > GONE_KEPT;
        }
      };

  private final Map<QueueKey, ViewQueue> queues = new HashMap<>();
  private final Map<String, TreeSet<ViewCursor>> tenants = new HashMap<>();
  private final TreeSet<ViewRow> leases = new TreeSet<>(ViewRow.BY_LEASE);
  private final TreeSet<ViewRow> deadlines = new TreeSet<>(ViewRow.BY_DEADLINE);

  /// Finished jobs, and when they were seen, by `System.nanoTime`.
  private final Map<JobKey, Long> ended = new LinkedHashMap<>();

  private final RecordCache cache = new RecordCache();
  private final Map<String, JobCapacity.Use> uses = new HashMap<>();
  private long live;
  private long bytes;
  private long latestArrival;

  /// The latest known version of a job; 0 if it is unknown.
  long versionOf(JobKey key) {
    return locked(() -> knownVersion(key));
  }

  /// Whether the job is known to be pruned.
  boolean isGone(JobKey key) {
    return locked(() -> gone.containsKey(key));
  }

  boolean put(Versioned value) {
    JobRecord job = value.record();
    return locked(
        () -> {
          if (job.version() <= knownVersion(job.key())) {
            return false;
          }
          gone.remove(job.key());
          enter(job);
          latestArrival = Math.max(latestArrival, job.job().position().arrival());
          cache.put(value);
          return true;
        });
  }

  boolean remove(JobKey key, long version) {
    return locked(
        () -> {
          boolean later = version > knownVersion(key);
          if (later) {
            leaveAt(key, version);
          }
          return later;
        });
  }

  /// Removes a finished job that the index of the history has.
  void moved(JobKey key, long version) {
    locked(
        () -> {
          if (version >= knownVersion(key)) {
            leaveAt(key, version);
          }
          return version;
        });
  }

  private void leaveAt(JobKey key, long version) {
    drop(key);
    cache.remove(key);
    gone.remove(key);
    gone.put(key, version);
  }

  /// Drops a job that the table no longer has.
  void forget(JobKey key) {
    locked(
        () -> {
          drop(key);
          cache.remove(key);
          return gone.remove(key);
        });
  }

  /// The next number in the order of all changes.
  long nextArrival(long now) {
    return locked(() -> latestArrival = Math.max(latestArrival + 1, now << 20));
  }

  /// The number of waiting and running jobs.
  long live() {
    return locked(() -> live);
  }

  /// The number of jobs in memory.
  long size() {
    return locked(() -> (long) rows.size());
  }

  /// An estimate of the memory that the jobs take, without cached records.
  long bytes() {
    return locked(() -> bytes);
  }

  long bytesPerRow() {
    return locked(() -> rows.isEmpty() ? ViewRow.USUAL_BYTES : Math.max(1, bytes / rows.size()));
  }

  /// Forgets all jobs, because the table is another one.
  void clear() {
    locked(
        () -> {
          List.copyOf(rows.keySet()).forEach(this::drop);
          gone.clear();
          cache.clear();
          return live;
        });
  }

  /// Forgets which queues are paused.
  void clearPauses() {
    locked(
        () -> {
          queues.values().forEach(ViewQueue::forgetPause);
          return live;
        });
  }

  /// The number and size of the live jobs of a tenant.
  JobCapacity.Use use(String tenant) {
    return locked(() -> uses.getOrDefault(tenant, JobCapacity.Use.NONE));
  }

  @Nullable Versioned cached(JobKey key) {
    lock.lock();
    try {
      return cache.get(key);
    } finally {
      lock.unlock();
    }
  }

  void pause(QueueKey key, boolean paused, long revision) {
    locked(
        () -> {
          queue(key).pause(paused, revision);
          return key;
        });
  }

  /// A request for jobs.
  ///
  /// @param end the end of the wait, by `System.nanoTime`
  /// @param open returns false when waiting is pointless
  record Asking(LeaseQuery take, LeasePreference share, long end, BooleanSupplier open) {}

  /// Takes jobs out of their lanes, and waits while there are none. The caller must lease each job
  /// or [#putBack] it.
  List<ViewRow> pick(Asking asking, LongSupplier now) throws InterruptedException {
    LeaseQuery take = asking.take();
    lock.lockInterruptibly();
    ViewQueue queue = queue(take.queue());
    queue.callers++;
    try {
      queue.share(asking.share());
      List<ViewRow> picked = pickNow(queue, take, now.getAsLong());
      long left = asking.end() - System.nanoTime();
      while (picked.isEmpty() && left > 0 && asking.open().getAsBoolean()) {
        long due = nanosUntil(queue.nextDue(), now.getAsLong());
        boolean signalled = queue.changed.awaitNanos(Math.min(left, due)) > 0;
        left = signalled || due < left ? asking.end() - System.nanoTime() : 0;
        picked = pickNow(queue, take, now.getAsLong());
      }
      return picked;
    } catch (InterruptedException interrupted) {
      queue.changed.signal();
      throw interrupted;
    } finally {
      queue.callers--;
      dropIfUnused(queue);
      lock.unlock();
    }
  }

  private static List<ViewRow> pickNow(ViewQueue queue, LeaseQuery take, long now) {
    List<ViewRow> picked = new ArrayList<>();
    long bytes = 0;
    boolean enough = false;
    queue.promote(now);
    for (ViewRow row = queue.pick(now); row != null; row = enough ? null : queue.pick(now)) {
      picked.add(row);
      bytes += row.payloadBytes;
      enough = picked.size() == take.max() || bytes >= take.maxBytes();
    }
    if (enough) {
      queue.changed.signal();
    }
    return picked;
  }

  private static long nanosUntil(long time, long now) {
    return time == ViewRow.NEVER
        ? Long.MAX_VALUE
        : TimeUnit.MILLISECONDS.toNanos(Math.max(1, time - now));
  }

  /// Returns jobs that were picked and not leased, unless a newer version is known.
  void putBack(List<ViewRow> picked) {
    locked(
        () -> {
          for (ViewRow row : picked) {
            if (rows.get(row.key) == row) {
              row.queue.enter(row);
            }
          }
          return picked;
        });
  }

  /// Ends every wait permanently.
  void wakeEveryone() {
    locked(
        () -> {
          queues.values().forEach(queue -> queue.changed.signalAll());
          return live;
        });
  }

  /// Running jobs whose lease has expired, and waiting jobs past their deadline.
  List<JobKey> overdue(long now, int max) {
    return locked(
        () -> {
          List<JobKey> keys = new ArrayList<>();
          collect(leases, row -> row.leaseUntil <= now, max, keys);
          collect(deadlines, row -> row.isPastDeadline(now), max, keys);
          return keys;
        });
  }

  /// Jobs of a queue that have been ready since before a time.
  List<JobKey> waiting(QueueKey key, long before, int max) {
    return locked(
        () -> {
          ViewQueue queue = queues.get(key);
          return queue == null ? List.of() : queue.readySince(before, max);
        });
  }

  /// Finished jobs that were seen up to a time, by `System.nanoTime`.
  List<JobKey> endedUntil(long time, int max) {
    return locked(
        () ->
            ended.entrySet().stream()
                .takeWhile(row -> row.getValue() - time <= 0)
                .limit(max)
                .map(Map.Entry::getKey)
                .toList());
  }

  /// The known states of jobs before they are written; null where the job is unknown.
  List<@Nullable State> statesOf(List<JobRecord> jobs) {
    return locked(
        () -> {
          List<@Nullable State> states = new ArrayList<>(jobs.size());
          for (JobRecord job : jobs) {
            ViewRow row = rows.get(job.key());
            states.add(row == null ? null : row.state);
          }
          return states;
        });
  }

  /// Whether the job is known as waiting or running.
  boolean isLive(JobKey key) {
    return locked(
        () -> {
          ViewRow row = rows.get(key);
          return row != null && !row.state.isTerminal();
        });
  }

  boolean isKnown(JobKey key) {
    return locked(() -> rows.containsKey(key));
  }

  boolean isEnded(JobKey key) {
    return locked(() -> ended.containsKey(key));
  }

  private static void collect(
      NavigableSet<ViewRow> sorted,
      java.util.function.Predicate<ViewRow> wanted,
      int max,
      List<JobKey> into) {
    for (ViewRow row : sorted) {
      if (into.size() >= max || !wanted.test(row)) {
        return;
      }
      into.add(row.key);
    }
  }

  /// Matching jobs, newest first; one more than requested if there are more.
  List<ViewRow> page(JobQuery query, @Nullable ViewCursor before, long now) {
    return locked(
        () -> {
          List<ViewRow> page = new ArrayList<>();
          for (ViewCursor at : newestFirst(query.tenant(), before)) {
            if (page.size() > query.limit()) {
              break;
            }
            ViewRow row = Objects.requireNonNull(rows.get(new JobKey(query.tenant(), at.id())));
            if (row.matches(query.filter(), now)) {
              page.add(row);
            }
          }
          return page;
        });
  }

  private NavigableSet<ViewCursor> newestFirst(String tenant, @Nullable ViewCursor before) {
    TreeSet<ViewCursor> all = tenants.getOrDefault(tenant, new TreeSet<>());
    return (before == null ? all : all.headSet(before, false)).descendingSet();
  }

  /// @param dead the number of dead jobs in the history
  QueueStats stats(QueueKey key, long dead, long now) {
    return locked(
        () -> {
          ViewQueue queue = queues.get(key);
          ViewQueue shown = queue == null ? new ViewQueue(key, lock.newCondition()) : queue;
          return shown.stats(dead, now);
        });
  }

  /// @param dead the numbers of dead jobs in the history
  List<QueueStats> stats(String tenant, Map<QueueKey, Long> dead, long now) {
    return locked(
        () -> {
          dead.keySet().stream().filter(key -> key.tenant().equals(tenant)).forEach(this::queue);
          return queues.values().stream()
              .filter(queue -> queue.key.tenant().equals(tenant))
              .filter(queue -> !queue.isUnused() || dead.containsKey(queue.key))
              .map(queue -> queue.stats(dead.getOrDefault(queue.key, 0L), now))
              .sorted(java.util.Comparator.comparing(QueueStats::queue))
              .toList();
        });
  }

  private long knownVersion(JobKey key) {
    ViewRow row = rows.get(key);
    return row != null ? row.version : gone.getOrDefault(key, 0L);
  }

  private ViewQueue queue(QueueKey key) {
    return queues.computeIfAbsent(key, fresh -> new ViewQueue(fresh, lock.newCondition()));
  }

  /// Names of queues are chosen by callers, so there may be any number of them.
  private void dropIfUnused(ViewQueue queue) {
    if (queue.isForgettable()) {
      queues.remove(queue.key, queue);
    }
  }

  /// The number of queues in memory.
  int queues() {
    return locked(queues::size);
  }

  private void enter(JobRecord job) {
    ViewRow before = rows.get(job.key());
    enter(new ViewRow(job, queue(job.job().queue()), before), before);
  }

  private void enter(ViewRow row, @Nullable ViewRow before) {
    rows.put(row.key, row);
    bytes += row.bytes;
    if (before == null) {
      tenants.computeIfAbsent(row.key.tenant(), _ -> new TreeSet<>()).add(ViewCursor.at(row));
    } else {
      leave(before);
    }
    row.queue.add(row);
    indexesOf(row).forEach(index -> index.add(row));
    if (row.state.isTerminal()) {
      ended.put(row.key, System.nanoTime());
    } else {
      live++;
      uses.merge(row.key.tenant(), row.use(), JobCapacity.Use::plus);
    }
  }

  /// Removes a job from the indexes of its state; keeps its position in the order of all jobs.
  private void leave(ViewRow row) {
    bytes -= row.bytes;
    row.queue.remove(row);
    indexesOf(row).forEach(index -> index.remove(row));
    if (row.state.isTerminal()) {
      ended.remove(row.key);
    } else {
      live--;
      uses.computeIfPresent(
          row.key.tenant(), (_, before) -> before.jobs() == 1 ? null : before.minus(row.use()));
    }
  }

  private void drop(JobKey key) {
    ViewRow row = rows.remove(key);
    if (row != null) {
      leave(row);
      dropIfUnused(row.queue);
      TreeSet<ViewCursor> siblings = Objects.requireNonNull(tenants.get(key.tenant()));
      siblings.remove(ViewCursor.at(row));
      if (siblings.isEmpty()) {
        tenants.remove(key.tenant());
      }
    }
  }

  private List<NavigableSet<ViewRow>> indexesOf(ViewRow row) {
    return switch (row.state) {
      case SCHEDULED, QUEUED -> row.deadline == ViewRow.NEVER ? List.of() : List.of(deadlines);
      case RUNNING -> List.of(leases);
      case COMPLETED, FAILED, CANCELLED, DEAD -> List.of();
    };
  }

  private <T> T locked(Supplier<T> action) {
    lock.lock();
    try {
      return action.get();
    } finally {
      lock.unlock();
    }
  }
}
