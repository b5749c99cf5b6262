package dev.waybill.backend.embedded;

import dev.waybill.Code;
import dev.waybill.JobId;
import dev.waybill.WaybillException;
import java.io.IOException;
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

/// Carries the log into the history, on a thread of its own, in large transactions. It may lag and
/// it may fail for a while; nothing but reading the history waits for it.
final class Projector {

  /// A transaction takes in about so many facts and bytes of the log.
  private static final int RUN_SIZE = 20_000;

  private static final int RUN_BYTES = 16 << 20;

  /// The rest between two transactions while nobody waits: what happens to a job in between
  /// becomes one row.
  private static final long REST_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final System.Logger LOG = System.getLogger(Projector.class.getName());

  private final SegmentedLog log;
  private final HistoryWriter history;
  private final EventSignals signals;
  private final ConcurrentLinkedQueue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition moved = lock.newCondition();
  private final Thread thread = new Thread(this::run, "waybill-projector");
  private @Nullable FrameReader frames;
  private long segment;
  private long position;
  private volatile long committed;
  private volatile long projected;
  private volatile long durable;
  private volatile long wanted;
  private volatile boolean durableWanted;
  private volatile boolean idle;
  private volatile boolean closing;
  private volatile @Nullable WaybillException failure;

  Projector(SegmentedLog log, HistoryWriter history, EventSignals signals) {
    this.log = log;
    this.history = history;
    this.signals = signals;
    this.position = history.position();
    this.projected = position;
    thread.setDaemon(true);
  }

  /// Brings the history up to the end of the log, then goes on in the background.
  void start(long end) {
    committed = end;
    if (position == 0) {
      position = log.start() + Segment.HEADER;
    }
    while (projectSome()) {
      // until the end
    }
    thread.start();
  }

  /// The history is complete up to here.
  long projected() {
    return projected;
  }

  /// The history is complete up to here even after a power cut.
  long durable() {
    return durable;
  }

  void wantDurable() {
    if (!durableWanted) {
      durableWanted = true;
      LockSupport.unpark(thread);
    }
  }

  /// More of the log may be read.
  void committed(long end) {
    committed = end;
    if (idle) {
      LockSupport.unpark(thread);
    }
  }

  /// Waits until everything that is committed now is in the history, but not for ever: under a
  /// heavy load a reader rather gets a slightly older answer.
  void catchUp(Duration patience) {
    long target = committed;
    if (projected >= target) {
      return;
    }
    wanted = Math.max(wanted, target);
    LockSupport.unpark(thread);
    long left = patience.toNanos();
    lock.lock();
    try {
      while (projected < target && left > 0 && failure == null && !closing) {
        left = moved.awaitNanos(left);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new WaybillException(Code.INTERRUPTED, "interrupted while reading the history");
    } finally {
      lock.unlock();
    }
  }

  /// Runs something on the thread that writes the history, between two transactions.
  <T> T onWriter(Function<HistoryWriter, T> work) {
    CompletableFuture<T> done = new CompletableFuture<>();
    tasks.add(
        () -> {
          try {
            done.complete(work.apply(history));
          } catch (RuntimeException failed) {
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

  private void run() {
    while (!closing) {
      awaitCommit();
      rest(REST_NANOS);
      try {
        while (projectSome() && !closing) {
          runTasks();
        }
        runTasks();
        if (durableWanted) {
          becomeDurable();
        }
        failure = null;
      } catch (RuntimeException problem) {
        report(problem);
        rest(RETRY_NANOS);
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

  private void becomeDurable() {
    long upTo = projected;
    if (history.makeDurable()) {
      durable = upTo;
      durableWanted = false;
    }
  }

  private void rest(long nanos) {
    boolean asked = wanted > projected && failure == null;
    if (!asked && tasks.isEmpty() && !closing) {
      LockSupport.parkNanos(this, nanos);
    }
  }

  /// One transaction; false where nothing is left to carry over.
  private boolean projectSome() {
    PendingFacts run = new PendingFacts();
    try {
      long end = read(run);
      if (end == projected) {
        return false;
      }
      history.write(run, end);
      advance(end);
      run.events().forEach(events -> signals.signal(events.id()));
      run.jobs().forEach(this::signalEnd);
      return true;
    } catch (IOException problem) {
      throw DiskFailure.of("read the log", log.folder(), problem);
    } catch (RuntimeException problem) {
      frames = null;
      position = projected;
      throw problem;
    }
  }

  private void signalEnd(JobId id, PendingJob job) {
    if (job.state.isTerminal()) {
      signals.signal(id);
    }
  }

  private void advance(long end) {
    lock.lock();
    try {
      projected = end;
      moved.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private long read(PendingFacts run) throws IOException {
    long end = committed;
    long startedAt = position;
    while (position < end && run.size() < RUN_SIZE && position - startedAt < RUN_BYTES) {
      FrameReader reader = reader();
      boolean last = SegmentedLog.segmentOf(end) == segment;
      if (reader.next(last ? SegmentedLog.offsetOf(end) : capacity())) {
        run.add(reader.records());
        position = SegmentedLog.position(segment, reader.end());
      } else if (last) {
        throw new WaybillException(
            Code.CORRUPT, "the log cannot be read back at " + Long.toHexString(position));
      } else {
        position = SegmentedLog.position(segment + 1, Segment.HEADER);
        frames = null;
      }
    }
    return position;
  }

  private int capacity() {
    Segment open = log.segment(segment);
    return open == null ? 0 : open.capacity();
  }

  private FrameReader reader() {
    if (frames == null) {
      segment = SegmentedLog.segmentOf(position);
      Segment open = log.segment(segment);
      if (open == null) {
        throw new WaybillException(
            Code.CORRUPT, "the history ends in log segment " + segment + ", which does not exist");
      }
      frames = new FrameReader(open, SegmentedLog.offsetOf(position));
    }
    return frames;
  }

  private void report(RuntimeException problem) {
    LOG.log(System.Logger.Level.ERROR, "the history cannot be written, will try again", problem);
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

  void close() {
    closing = true;
    LockSupport.unpark(thread);
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
  }
}
