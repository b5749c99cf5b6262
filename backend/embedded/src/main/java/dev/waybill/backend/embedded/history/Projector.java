package dev.waybill.backend.embedded.history;

import dev.waybill.Code;
import dev.waybill.JobId;
import dev.waybill.WaybillException;
import dev.waybill.backend.embedded.log.SegmentedLog;
import dev.waybill.backend.support.DiskFailure;
import dev.waybill.backend.support.Watches;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Copies the log to the history, on a separate thread and in large transactions. It may lag or
/// fail for some time; only readers of the history wait for it.
public final class Projector {

  /// The pause between two transactions while nobody waits: all changes of a job in that time
  /// become one row.
  private static final long REST_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /// If the log grows by this much during a pause, there is a burst of work. The history yields to
  /// a burst for a limited time, and stays close enough to catch up while a reader waits.
  private static final long BURST_BYTES = 16 << 10;

  private static final long BURST_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final long BURST_BEHIND = 16 << 20;

  /// The pause while a reader follows a job.
  private static final long SHORT_REST_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  /// The maximum number of log bytes that the history may be behind before new work waits for it.
  public static final long MOST_BEHIND = 64 << 20;

  /// How long new work waits at a time.
  private static final long HOLD_UP_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final System.Logger LOG = System.getLogger(Projector.class.getName());

  private final SegmentedLog log;
  private final Path file;
  private final Watches<JobId> watches;
  private final ConcurrentLinkedQueue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition moved = lock.newCondition();
  private final Thread thread = new Thread(this::run, "waybill-projector");
  private final LogFollower follower;
  private HistoryWriter history;
  private boolean stale;
  private HistoryPosition reached;
  private volatile long committed;
  private volatile long projected;
  private volatile long durable;
  private volatile long wanted;
  private volatile boolean durableWanted;
  private volatile boolean idle;
  private volatile boolean closing;
  private volatile @Nullable WaybillException failure;

  public Projector(SegmentedLog log, Path file, Watches<JobId> watches) {
    this.log = log;
    this.file = file;
    this.watches = watches;
    this.follower = new LogFollower(log, file);
    this.history = new HistoryWriter(file);
    this.reached = HistoryPosition.NOTHING;
    thread.setDaemon(true);
  }

  /// Projects a first run, which checks that log and history belong together, and continues at
  /// least to a position; the rest follows in the background.
  public void start(HistoryPosition end, long atLeast) {
    committed = end.position();
    reached = history.reached();
    projected = reached.position();
    follower.follow(reached, end);
    boolean more = projectSome();
    while (more && projected <= atLeast) {
      more = projectSome();
    }
    thread.start();
  }

  /// The history is complete up to this position.
  public long projected() {
    return projected;
  }

  /// The history is complete up to this position even after a power cut. Unknown after a start:
  /// the data may never have been synced.
  public long durable() {
    return durable;
  }

  public void wantDurable() {
    if (!durableWanted) {
      durableWanted = true;
      LockSupport.unpark(thread);
    }
  }

  /// Reports that the log has grown. Later readers of the history wait for it.
  public void committed(long end) {
    committed = end;
  }

  /// Wakes the thread if there is more to project.
  public void goOn() {
    if (idle && committed > projected) {
      LockSupport.unpark(thread);
    }
  }

  /// Waits briefly while the history is far behind; returns true if it still is. So the history
  /// falls behind no further under a long load. A history that cannot be written delays nobody.
  public boolean holdsUp() {
    if (!isFarBehind()) {
      return false;
    }
    wanted = committed;
    LockSupport.unpark(thread);
    boolean interrupted = !awaitProjected(projected + 1, System.nanoTime() + HOLD_UP_NANOS);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return isFarBehind() && failure == null && !closing && !interrupted;
  }

  private boolean isFarBehind() {
    return behindBytes() > MOST_BEHIND;
  }

  /// The number of log bytes that are not in the history yet.
  public long behindBytes() {
    return log.distance(projected, committed);
  }

  /// Waits until everything that is committed now is in the history, for a limited time: under
  /// heavy load a reader gets a slightly older answer. Returns false in that case.
  public boolean catchUp(Duration patience) {
    return catchUp(committed, patience);
  }

  /// Waits up to a log position.
  public boolean catchUp(long position, Duration patience) {
    long target = Math.min(position, committed);
    if (projected >= target) {
      return true;
    }
    checkOpen();
    wanted = Math.max(wanted, target);
    LockSupport.unpark(thread);
    boolean interrupted = !awaitProjected(target, System.nanoTime() + patience.toNanos());
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    checkOpen();
    return projected >= target;
  }

  /// Continues to wait after an interrupt, because the wait is short; returns false if there was
  /// one.
  private boolean awaitProjected(long target, long deadline) {
    boolean calm = true;
    lock.lock();
    try {
      while (projected < target && failure == null && !closing) {
        try {
          if (moved.awaitNanos(deadline - System.nanoTime()) <= 0) {
            break;
          }
        } catch (InterruptedException later) {
          calm = false;
        }
      }
    } finally {
      lock.unlock();
    }
    return calm;
  }

  private void checkOpen() {
    if (closing) {
      throw new WaybillException(Code.CLOSED, "the store has been closed");
    }
  }

  /// The error for data that is not in the history yet, with the reason.
  WaybillException behind() {
    WaybillException reason = failure;
    return reason == null
        ? new WaybillException(Code.UNAVAILABLE, "the history is behind; try again later")
        : new WaybillException(
            reason.code(), "the history is behind: " + reason.getMessage(), reason);
  }

  /// Runs a task on the thread that writes the history, between two transactions.
  public <T> T onWriter(Function<HistoryWriter, T> work) {
    CompletableFuture<T> done = new CompletableFuture<>();
    tasks.add(
        () -> {
          try {
            checkWritable();
            done.complete(work.apply(history));
          } catch (RuntimeException | Error failed) {
            stale = true;
            done.completeExceptionally(failed);
          }
        });
    LockSupport.unpark(thread);
    if (closing) {
      done.completeExceptionally(new WaybillException(Code.CLOSED, "the store has been closed"));
    }
    try {
      return done.join();
    } catch (CompletionException failed) {
      throw failed.getCause() instanceof WaybillException known ? known : failed;
    }
  }

  private void checkWritable() {
    if (stale) {
      throw behind();
    }
  }

  private void run() {
    while (!closing) {
      awaitCommit();
      rest();
      try {
        startAfresh();
        while (projectSome() && !closing) {
          betweenRuns();
        }
        betweenRuns();
        failure = null;
      } catch (RuntimeException | Error problem) {
        report(problem);
        runTasks();
        pause();
      }
    }
    runTasks();
  }

  private void awaitCommit() {
    idle = true;
    while (committed <= projected && tasks.isEmpty() && !durableWanted && !closing) {
      LockSupport.park(this);
    }
    idle = false;
  }

  private void runTasks() {
    for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
      task.run();
    }
  }

  /// Also while the log grows faster than the history, because otherwise the log cannot be
  /// shortened.
  private void betweenRuns() {
    runTasks();
    startAfresh();
    if (durableWanted) {
      becomeDurable();
    }
  }

  private void becomeDurable() {
    long upTo = projected;
    if (history.makeDurable()) {
      durable = upTo;
      durableWanted = false;
    }
  }

  /// Yields to a burst of work for a limited time if nobody waits for the history: most changes of
  /// a job then become one row, and the processors are free for the work. Syncing, which allows to
  /// shorten the log, can wait that long.
  private void rest() {
    long end = System.nanoTime() + BURST_NANOS;
    boolean burst = true;
    while (burst && !isAwaited() && behindBytes() < BURST_BEHIND && System.nanoTime() - end < 0) {
      long before = committed;
      boolean followed = !watches.isEmpty();
      restFor(followed ? SHORT_REST_NANOS : REST_NANOS);
      burst = !followed && log.distance(before, committed) > BURST_BYTES;
    }
  }

  /// Pauses unless somebody waits for the history. Runs tasks meanwhile.
  private void restFor(long nanos) {
    long end = System.nanoTime() + nanos;
    for (long left = nanos; left > 0 && !isAwaited(); left = end - System.nanoTime()) {
      runTasks();
      LockSupport.parkNanos(this, left);
    }
  }

  private boolean isAwaited() {
    return wanted > projected || stale || closing;
  }

  /// Waits before the next try, even if somebody asks.
  private void pause() {
    long end = System.nanoTime() + RETRY_NANOS;
    for (long left = RETRY_NANOS; left > 0 && !closing; left = end - System.nanoTime()) {
      LockSupport.parkNanos(this, left);
    }
  }

  /// Runs one transaction; returns false if nothing is left to project.
  private boolean projectSome() {
    try {
      PendingFacts run = new PendingFacts();
      follower.read(run, committed);
      HistoryPosition now = follower.reached();
      if (now.position() == projected) {
        return false;
      }
      history.write(run, now);
      advance(now);
      run.events().forEach(events -> watches.tell(events.id()));
      run.jobs().forEach(this::signalEnd);
      return true;
    } catch (IOException problem) {
      throw DiskFailure.of("read the log", log.folder(), problem);
    }
  }

  /// After a failure: opens a new connection and continues at the position that it finds.
  private void startAfresh() {
    if (!stale) {
      return;
    }
    history.close();
    history = new HistoryWriter(file);
    reached = history.reached();
    follower.startAt(reached);
    stale = false;
  }

  private void signalEnd(JobId id, PendingJob job) {
    if (job.state.isTerminal()) {
      watches.tell(id);
    }
  }

  private void advance(HistoryPosition now) {
    reached = now;
    lock.lock();
    try {
      projected = now.position();
      moved.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void report(Throwable problem) {
    stale = true;
    if (failure == null) {
      LOG.log(System.Logger.Level.ERROR, "cannot write the history; will retry", problem);
    }
    lock.lock();
    try {
      failure =
          problem instanceof WaybillException known
              ? known
              : new WaybillException(Code.STORE_FAILED, "the history failed", problem);
      moved.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void wakeReaders() {
    lock.lock();
    try {
      moved.signalAll();
    } finally {
      lock.unlock();
    }
  }

  public void close() {
    closing = true;
    LockSupport.unpark(thread);
    wakeReaders();
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException later) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    history.close();
  }
}
