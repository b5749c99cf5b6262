package dev.waybill.backend.support;

import dev.waybill.WaybillException;
import dev.waybill.backend.support.GuardedTable.Held;
import dev.waybill.backend.support.GuardedTable.Removal;
import dev.waybill.backend.support.HistoryLog.Deletion;
import dev.waybill.base.BackgroundLoop;
import dev.waybill.base.Recent;
import dev.waybill.spi.JobKey;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// Moves finished jobs from the table of jobs to the log of the history: appends the job to the
/// log, then removes it from the table. Every step can be repeated by any server; what a server
/// leaves unfinished another one completes.
///
/// A job stays in the table for some time after it was appended, the fence. Until then its key is
/// taken, so
/// that a writer that was paused since it read an earlier version cannot create the job again.
final class Archiving implements AutoCloseable {

  /// When a server completes what another one has left. Longer than a busy server takes, so that
  /// two do not move the same jobs.
  static final Duration LEFT = Duration.ofSeconds(20);

  private static final System.Logger LOG = System.getLogger(Archiving.class.getName());
  private static final int AT_ONCE = 500;
  private static final int MANY = 50_000;
  private static final Duration PERIOD = Duration.ofMillis(100);
  private static final Duration LONGEST_REST = Duration.ofSeconds(2);

  /// A value of the table that the log has.
  ///
  /// @param epoch of the table before the job was appended to the log
  private record Fenced(JobKey job, long revision, long since, long epoch) {}

  /// The mark of a job that is being deleted.
  private record Mark(long revision, long version, long since) {}

  private final GuardedTable<JobKey> table;
  private final JobView view;
  private final History history;
  private final Supplier<Instant> now;
  private final long fenceNanos;

  /// Jobs that the log may have, or not.
  private final Queue<JobKey> uncertain = new ConcurrentLinkedQueue<>();

  private final Queue<JobKey> own = new ConcurrentLinkedQueue<>();
  private final Queue<Fenced> fenced = new ConcurrentLinkedQueue<>();
  private final Map<JobKey, Mark> marks = new ConcurrentHashMap<>();

  /// When a finished job was first seen in a sweep, by its revision.
  private volatile Recent<Long, Long> seen = recent();

  private final BackgroundLoop loop = new BackgroundLoop("archive", PERIOD, this::step);

  /// @param fence how long a job stays in the table after it was appended to the log
  Archiving(GuardedTable<JobKey> table, Duration fence, History history, Supplier<Instant> now) {
    this.table = table;
    this.view = history.view();
    this.history = history;
    this.now = now;
    this.fenceNanos = fence.toNanos();
  }

  /// Begins with the finished jobs that are in the table when this server starts.
  void start() {
    List<JobKey> ended = view.endedUntil(System.nanoTime(), Integer.MAX_VALUE);
    history.moved(ended);
    uncertain.addAll(ended);
    loop.start();
  }

  @Override
  public void close() {
    loop.close();
  }

  private static Recent<Long, Long> recent() {
    return new Recent<>(50_000);
  }

  /// Forgets revisions, because the table is another one, or has lost writes.
  void forget() {
    for (Fenced value = fenced.poll(); value != null; value = fenced.poll()) {
      uncertain.add(value.job());
    }
    marks.clear();
    seen = recent();
  }

  /// Takes a job that this server has finished.
  void take(JobKey job) {
    own.add(job);
  }

  /// Notes the mark of a job that some server deletes.
  void marked(JobKey job, long revision, long version) {
    marks.put(job, new Mark(revision, version, System.nanoTime()));
  }

  /// Notes a deletion that the log has.
  void deleted(Deletion deletion) {
    marks.computeIfPresent(
        deletion.job(), (_, mark) -> mark.version() <= deletion.version() ? null : mark);
  }

  private Duration step() {
    long start = System.nanoTime();
    int moved = each(uncertain, some -> adopt(read(some)));
    moved += moveOwn();
    moved += moveLeft(start);
    moved += finishDeletions(start);
    moved += unfence(start);
    if (moved == 0) {
      return PERIOD;
    }
    if (own.size() > MANY) {
      return Duration.ZERO;
    }
    // In a burst, work comes before moving what is done.
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    Duration rest = took.multipliedBy(4).plus(PERIOD);
    return rest.compareTo(LONGEST_REST) < 0 ? rest : LONGEST_REST;
  }

  /// Moves everything that this server has finished.
  int moveOwn() {
    return each(own, some -> append(read(some)));
  }

  private static int each(Queue<JobKey> jobs, Consumer<List<JobKey>> action) {
    int all = 0;
    for (List<JobKey> some = some(jobs); !some.isEmpty(); some = some(jobs)) {
      try {
        action.accept(some);
      } catch (WaybillException failed) {
        jobs.addAll(some);
        throw failed;
      }
      all += some.size();
    }
    return all;
  }

  private static List<JobKey> some(Queue<JobKey> jobs) {
    List<JobKey> some = new ArrayList<>();
    JobKey next = jobs.poll();
    while (next != null) {
      some.add(next);
      next = some.size() < AT_ONCE ? jobs.poll() : null;
    }
    return some;
  }

  /// Moves jobs that another server has finished and not moved.
  private int moveLeft(long start) {
    List<JobKey> left = view.endedUntil(start - LEFT.toNanos(), AT_ONCE);
    if (left.isEmpty()) {
      return 0;
    }
    history.catchUp();
    List<JobKey> still = left.stream().filter(view::isEnded).toList();
    adopt(read(still));
    return still.size();
  }

  /// The finished ones of these jobs.
  private List<Versioned> read(List<JobKey> jobs) {
    List<Versioned> ended = new ArrayList<>();
    List<JobKey> unknown = new ArrayList<>();
    for (JobKey job : jobs) {
      Versioned cached = view.cached(job);
      if (cached != null && cached.record().state().isTerminal()) {
        ended.add(cached);
      } else {
        unknown.add(job);
      }
    }
    table.readAll(unknown).forEach(held -> held.flatMap(Archiving::ended).ifPresent(ended::add));
    return ended;
  }

  private static Optional<Versioned> ended(Held held) {
    if (RecordCodec.isMark(held.bytes())) {
      return Optional.empty();
    }
    JobRecord record = RecordCodec.read(held.bytes());
    return record.state().isTerminal()
        ? Optional.of(new Versioned(record, held.revision()))
        : Optional.empty();
  }

  private void append(List<Versioned> ended) {
    if (!ended.isEmpty()) {
      long epoch = table.epoch();
      history.log().append(ended.stream().map(job -> new ArchivedJob(job.record())).toList());
      ended.forEach(job -> fence(job.record().key(), job.revision(), epoch));
    }
  }

  /// Completes what a server has left that has stopped: the log may have these jobs.
  private void adopt(List<Versioned> ended) {
    if (ended.isEmpty()) {
      return;
    }
    long epoch = table.epoch();
    history.catchUp();
    Map<JobKey, Long> known = history.moved(ended.stream().map(job -> job.record().key()).toList());
    List<Versioned> missing = new ArrayList<>();
    for (Versioned job : ended) {
      if (known.getOrDefault(job.record().key(), 0L) < job.record().version()) {
        missing.add(job);
      } else {
        fence(job.record().key(), job.revision(), epoch);
      }
    }
    append(missing);
  }

  private void fence(JobKey job, long revision, long epoch) {
    fenced.add(new Fenced(job, revision, System.nanoTime(), epoch));
  }

  /// Deletes jobs for whose keys the table has a mark, or which need none.
  ///
  /// @param revisions of the marks
  void delete(List<Deletion> jobs, Map<JobKey, Long> revisions) {
    long epoch = table.epoch();
    history.catchUp();
    List<Long> entries = history.positions(jobs.stream().map(Deletion::job).toList());
    history.log().appendDeletions(jobs, now.get());
    history.log().removeAll(entries);
    history.remove(jobs);
    revisions.forEach((job, revision) -> fence(job, revision, epoch));
    revisions.keySet().forEach(marks::remove);
  }

  /// Completes deletions whose server has stopped.
  private int finishDeletions(long start) {
    Map<JobKey, Mark> left = new HashMap<>();
    marks.forEach(
        (job, mark) -> {
          if (start - mark.since() > fenceNanos) {
            left.put(job, mark);
          }
        });
    if (!left.isEmpty()) {
      delete(
          left.entrySet().stream()
              .map(mark -> new Deletion(mark.getKey(), mark.getValue().version()))
              .toList(),
          left.entrySet().stream()
              .collect(Collectors.toMap(Map.Entry::getKey, mark -> mark.getValue().revision())));
    }
    return left.size();
  }

  /// Removes values from the table whose time is over. If the log may have lost their jobs since,
  /// this is checked first.
  private int unfence(long start) {
    long epoch = table.epoch();
    List<Fenced> over =
        fenced.stream().takeWhile(value -> start - value.since() > fenceNanos).limit(MANY).toList();
    table.removeAll(
        over.stream()
            .filter(value -> value.epoch() == epoch)
            .map(value -> new Removal<>(value.job(), value.revision()))
            .toList());
    over.stream()
        .filter(value -> value.epoch() != epoch)
        .forEach(value -> uncertain.add(value.job()));
    over.forEach(fenced::remove);
    return over.size();
  }

  private boolean isLeft(Versioned job, long time) {
    return time - seen.get(job.revision(), () -> time) > 2 * fenceNanos;
  }

  /// Looks at values of the table, and completes what no server has completed since an earlier look
  /// at the same value.
  void sweep(List<Held> values) {
    long time = System.nanoTime();
    List<Versioned> left = new ArrayList<>();
    for (Held held : values) {
      if (RecordCodec.isMark(held.bytes())) {
        marks.putIfAbsent(
            RecordCodec.key(held.bytes()),
            new Mark(held.revision(), RecordCodec.version(held.bytes()), time));
      } else {
        ended(held).filter(job -> isLeft(job, time)).ifPresent(left::add);
      }
    }
    if (!left.isEmpty()) {
      LOG.log(Level.INFO, "completing the move of {0} finished jobs to the history", left.size());
      adopt(left);
    }
  }
}
