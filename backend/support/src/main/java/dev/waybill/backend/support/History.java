package dev.waybill.backend.support;

import dev.waybill.Code;
import dev.waybill.State;
import dev.waybill.WaybillException;
import dev.waybill.backend.support.HistoryIndex.Known;
import dev.waybill.backend.support.HistoryIndex.Old;
import dev.waybill.backend.support.HistoryLog.Bounds;
import dev.waybill.backend.support.HistoryLog.Deletion;
import dev.waybill.backend.support.HistoryLog.Entry;
import dev.waybill.record.FeedPosition;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.QueueKey;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The finished jobs: the log of all servers, and the index of this server, which follows it.
///
/// A finished job is in the view until it is in the index, so that lists and counts never miss it.
/// [#reading] shows both at one moment.
final class History {

  private static final System.Logger LOG = System.getLogger(History.class.getName());
  private static final int STEP = 1_000;

  /// A job that has left the table of jobs.
  ///
  /// @param record null if it was deleted
  record Past(long version, @Nullable JobRecord record) {}

  /// The end of the log at a time, by `System.nanoTime`.
  private record Seen(long position, long at) {}

  private final HistoryLog log;
  private final HistoryIndex index;
  private final JobView view;
  private final Duration fence;
  private final Consumer<Deletion> onDeletion;
  private final ReentrantLock following = new ReentrantLock();
  private final ReentrantReadWriteLock shown = new ReentrantReadWriteLock();
  private final Deque<Seen> seen = new ArrayDeque<>();
  private volatile long lag;
  private volatile long followed;
  private volatile long settled;

  /// Whether the index has positions at which the log has other jobs.
  private volatile boolean doubted;

  private @Nullable Map<QueueKey, Long> dead;

  /// The log and its index.
  record Store(HistoryLog log, HistoryIndex index) {}

  /// @param fence how long a job stays in the table after it was appended to the log
  /// @param onDeletion is called for each deletion in the log
  History(Store store, JobView view, Duration fence, Consumer<Deletion> onDeletion) {
    this.log = store.log();
    this.index = store.index();
    this.view = view;
    this.fence = fence;
    this.onDeletion = onDeletion;
  }

  HistoryLog log() {
    return log;
  }

  JobView view() {
    return view;
  }

  HistoryIndex index() {
    return index;
  }

  /// The number of entries that were missing in the index at the last look.
  long lag() {
    return lag;
  }

  /// Reads view and index at one moment.
  <T> T reading(Supplier<T> reader) {
    shown.readLock().lock();
    try {
      return reader.get();
    } finally {
      shown.readLock().unlock();
    }
  }

  private void changing(Runnable change) {
    shown.writeLock().lock();
    try {
      dead = null;
      change.run();
    } finally {
      shown.writeLock().unlock();
    }
  }

  /// The numbers of dead jobs in the index; call it in [#reading].
  synchronized Map<QueueKey, Long> dead() {
    Map<QueueKey, Long> known = dead;
    if (known == null) {
      known = index.dead();
      dead = known;
    }
    return known;
  }

  /// The jobs that have left the table. A job that was appended before this call is found,
  /// whichever
  /// server did it.
  Map<JobKey, Past> find(List<JobKey> jobs) {
    if (jobs.isEmpty()) {
      return Map.of();
    }
    requireNear();
    catchUp();
    return certain(() -> findNow(jobs));
  }

  private Optional<Map<JobKey, Past>> findNow(List<JobKey> jobs) {
    List<Known> known = index.find(jobs);
    Map<JobKey, Past> past = new HashMap<>();
    Map<JobKey, Long> ended = new LinkedHashMap<>();
    for (Known one : known) {
      if (one.position() == HistoryIndex.DELETED) {
        past.put(one.job(), new Past(one.version(), null));
      } else {
        ended.put(one.job(), one.position());
      }
    }
    return at(ended)
        .map(
            found -> {
              found.forEach((job, one) -> past.put(job, new Past(one.version(), one.record())));
              return past;
            });
  }

  /// The positions of jobs in the log.
  List<Long> positions(List<JobKey> jobs) {
    return certain(() -> positionsNow(jobs));
  }

  private Optional<List<Long>> positionsNow(List<JobKey> jobs) {
    Map<JobKey, Long> ended = new LinkedHashMap<>();
    for (Known one : index.find(jobs)) {
      if (one.position() != HistoryIndex.DELETED) {
        ended.put(one.job(), one.position());
      }
    }
    return at(ended).map(found -> found.keySet().stream().map(ended::get).toList());
  }

  /// The jobs at these positions of the log, where there are any. Empty if another job is at one of
  /// them: then the log has lost entries after the index has read them, and has others since.
  Optional<Map<JobKey, ArchivedJob>> at(Map<JobKey, Long> positions) {
    List<Optional<ArchivedJob>> found = log.at(List.copyOf(positions.values()));
    Map<JobKey, ArchivedJob> jobs = new HashMap<>();
    int next = 0;
    for (JobKey job : positions.keySet()) {
      ArchivedJob there = found.get(next++).orElse(null);
      if (there != null && !there.key().equals(job)) {
        doubted = true;
        return Optional.empty();
      }
      if (there != null) {
        jobs.put(job, there);
      }
    }
    return Optional.of(jobs);
  }

  /// Reads again with a new index, if the first one has the positions of other jobs.
  <T> T certain(Supplier<Optional<T>> reader) {
    return reader
        .get()
        .or(
            () -> {
              catchUp();
              return reader.get();
            })
        .orElseThrow(
            () ->
                new WaybillException(
                    Code.UNAVAILABLE, "the history of jobs has lost entries; retry"));
  }

  /// Notes how far the index is behind.
  void look() {
    Bounds bounds = log.bounds();
    FeedPosition at = position(index.position(), bounds);
    lag = bounds.last() - (at == null ? bounds.first() - 1 : at.last());
  }

  /// Adds everything to the index that is in the log now.
  void catchUp() {
    following.lock();
    try {
      // Not before: another thread may read what is appended meanwhile.
      Bounds bounds = log.bounds();
      FeedPosition at = start(bounds);
      while (at.last() < bounds.last()) {
        lag = bounds.last() - at.last();
        at = step(at, bounds);
      }
      lag = 0;
      followed = at.last();
      note(bounds.last());
    } finally {
      following.unlock();
    }
  }

  private void note(long last) {
    long time = System.nanoTime();
    if (seen.isEmpty() || time - seen.getLast().at() > fence.dividedBy(10).toNanos()) {
      seen.add(new Seen(last, time));
    }
    while (!seen.isEmpty() && time - seen.getFirst().at() > 2 * fence.toNanos()) {
      settled = seen.removeFirst().position();
    }
  }

  /// Whether an entry is so old that its job has left the table.
  boolean isSettled(long position) {
    return position <= settled;
  }

  private FeedPosition start(Bounds bounds) {
    String text = index.position();
    FeedPosition at = text.isEmpty() ? null : position(text, bounds);
    if (at != null && at.last() <= bounds.last() && !doubted) {
      return at;
    }
    if (at != null || !text.isEmpty()) {
      LOG.log(
          Level.WARNING,
          "the history of jobs was replaced or has lost entries; its index is rebuilt");
    }
    return startOver(bounds);
  }

  private @Nullable FeedPosition position(String text, Bounds bounds) {
    return FeedPosition.of(text, bounds.identity(), 0).orElse(null);
  }

  private FeedPosition startOver(Bounds bounds) {
    seen.clear();
    log.forget();
    doubted = false;
    settled = 0;
    followed = 0;
    changing(index::clear);
    return new FeedPosition(bounds.identity(), 0, log.dropped());
  }

  private FeedPosition step(FeedPosition at, Bounds bounds) {
    List<Entry> entries = log.briefAfter(at.last(), STEP);
    if (at.misses(log.dropped())) {
      LOG.log(Level.INFO, "deletions in the history were missed; its index is rebuilt");
      return startOver(bounds);
    }
    long last = entries.isEmpty() ? bounds.last() : entries.getLast().position();
    FeedPosition next = at.at(Math.max(last, at.last()));
    List<Long> deleted = new ArrayList<>();
    changing(() -> deleted.addAll(take(entries, next)));
    // Appended by a server that was slower than the one that deleted the job.
    log.removeAll(deleted);
    return next;
  }

  /// A job that is in the table again is later than its entry.
  private List<Long> take(List<Entry> entries, FeedPosition next) {
    List<Entry> current = new ArrayList<>(entries.size());
    for (Entry entry : entries) {
      boolean old =
          entry instanceof Entry.Ended(_, ArchivedJob job)
              && view.versionOf(job.key()) > job.version();
      if (!old) {
        current.add(entry);
      }
    }
    List<Long> late = index.advance(current, next.toString());
    for (Entry entry : current) {
      switch (entry) {
        case Entry.Ended(_, ArchivedJob job) -> view.moved(job.key(), job.version());
        case Entry.Deleted deleted -> deleted.jobs().forEach(this::deleted);
        case Entry.Damaged(long position) ->
            LOG.log(Level.WARNING, "the history skips the damaged entry {0}", position);
      }
    }
    return late;
  }

  private void deleted(Deletion job) {
    view.moved(job.job(), job.version());
    onDeletion.accept(job);
  }

  /// Removes jobs from the view that the index has; returns the versions of those that it has.
  Map<JobKey, Long> moved(List<JobKey> jobs) {
    Map<JobKey, Long> versions = new HashMap<>();
    changing(
        () ->
            index
                .find(jobs)
                .forEach(
                    one -> {
                      versions.put(one.job(), one.version());
                      view.moved(one.job(), one.version());
                    }));
    return versions;
  }

  /// Enters a job that has come back from the history into the view. Its entry is outdated.
  boolean revive(Versioned job) {
    JobKey key = job.record().key();
    boolean[] entered = new boolean[1];
    changing(
        () -> {
          index.remove(List.of(new Deletion(key, job.record().version() - 1)));
          entered[0] = view.put(job);
        });
    return entered[0];
  }

  /// Removes deleted jobs from the index before it reads of their deletion.
  void remove(List<Deletion> jobs) {
    changing(() -> index.remove(jobs));
  }

  /// Removes the jobs of a state from the log up to the first one of the index that finished at a
  /// time or later.
  void removeBefore(State state, Instant time) {
    long end = followed; // before the index is read, which may grow
    long first = index.firstSince(state, time);
    long upTo = first == 0 ? end : first - 1;
    if (upTo > 0) {
      log.removeUpTo(state, upTo);
    }
  }

  /// Deletes jobs that nothing outside the history belongs to.
  void delete(List<Old> jobs, Instant now) {
    List<Deletion> deletions =
        jobs.stream().map(job -> new Deletion(job.known().job(), job.known().version())).toList();
    log.appendDeletions(deletions, now);
    remove(deletions);
  }

  /// Jobs of the index that the log no longer has because of its limits.
  List<Old> dropped(int max) {
    return index.before(log.bounds().first(), max);
  }

  /// Fails while the index is far behind, instead of showing a part of the jobs as all of them.
  void requireNear() {
    if (lag > STEP * 100L) {
      throw new WaybillException(
          Code.UNAVAILABLE,
          "this server is still reading the history of jobs: " + lag + " entries are left; retry");
    }
  }
}
