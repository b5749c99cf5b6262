package dev.waybill.server.http;

import dev.waybill.ChangeResult;
import dev.waybill.Changed;
import dev.waybill.Job;
import dev.waybill.Page;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.server.auth.ServerFaults;
import dev.waybill.server.http.OperationRecord.Counts;
import dev.waybill.server.http.OperationRecord.Place;
import dev.waybill.wire.OperationJson.Progress;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// Carries out a bulk operation. It walks over the list once, so a job that is changed and comes to
/// match again is not changed twice; after a crash it goes on with the page it had last stored.
final class Operation implements Runnable {

  private static final System.Logger LOG = System.getLogger(Operation.class.getName());
  private static final int PAGE = 500;
  private static final int SMALLEST_PAGE = 10;

  /// A page of a slow operation takes about this long.
  private static final int SECONDS_PER_PAGE = 10;

  /// How often it is stored how far it is.
  private static final long STORED_EVERY = Duration.ofSeconds(10).toNanos();

  /// How many changes are on their way at once; they share commits of the store.
  private static final int TOGETHER = 64;

  private enum Stop {
    CANCELLED,
    /// Another server, or this one after a restart, goes on with it.
    SUSPENDED,
    /// Another server has taken it over.
    LOST
  }

  private final Waybill waybill;
  private final OperationBook book;
  private final CountDownLatch stop = new CountDownLatch(1);
  private final CountDownLatch over = new CountDownLatch(1);
  private final AtomicLong changed;
  private final AtomicLong skipped;
  private final OperationRecord before;
  private volatile @Nullable Stop why;
  private volatile @Nullable Matching total;
  private volatile @Nullable String cursor;
  private long storedAt = System.nanoTime();

  /// @param before how it stands, as it is stored
  Operation(OperationRecord before, Waybill waybill, OperationBook book) {
    this.before = before;
    this.waybill = waybill;
    this.book = book;
    this.changed = new AtomicLong(before.counts().changed());
    this.skipped = new AtomicLong(before.counts().skipped());
    this.total = before.counts().total();
    this.cursor = before.place().cursor();
  }

  /// No further job is changed; the ones that were stay changed.
  void cancel() {
    stop(Stop.CANCELLED);
  }

  /// Puts the operation down, so that it can be taken up again.
  void suspend() {
    stop(Stop.SUSPENDED);
  }

  void lose() {
    stop(Stop.LOST);
  }

  private synchronized void stop(Stop reason) {
    if (why == null) {
      why = reason;
      stop.countDown();
    }
  }

  boolean isOver() {
    return over.getCount() == 0;
  }

  void awaitEnd(Duration longest) throws InterruptedException {
    var _ = over.await(longest.toNanos(), TimeUnit.NANOSECONDS);
  }

  /// How it stands at this moment.
  OperationRecord current() {
    return at(Progress.RUNNING, false);
  }

  private OperationRecord at(Progress progress, boolean released) {
    Counts counts = new Counts(changed.get(), skipped.get(), total);
    Place place = new Place(cursor, before.place().turn(), released);
    return before.now(progress, counts, place, book.now());
  }

  @Override
  public void run() {
    try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
      carryOut(callers);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException failed) {
      LOG.log(Level.WARNING, "cannot store the end of operation " + before.id(), failed);
    } finally {
      over.countDown();
    }
  }

  private void carryOut(ExecutorService callers) throws InterruptedException {
    try {
      if (total == null) {
        total = Matching.count(waybill, before.request().filter());
      }
      walk(callers);
      end();
    } catch (RuntimeException failed) {
      if (why == Stop.SUSPENDED) {
        book.write(at(Progress.RUNNING, true));
      } else {
        LOG.log(Level.ERROR, "operation " + before.id() + " failed", failed);
        book.write(current().failed(problem(failed), book.now()));
      }
    }
  }

  private void end() {
    switch (why) {
      case null -> book.write(at(Progress.FINISHED, false));
      case CANCELLED -> book.write(at(Progress.CANCELLED, false));
      case SUSPENDED -> book.write(at(Progress.RUNNING, true));
      case LOST -> {}
    }
  }

  private static String problem(RuntimeException failed) {
    return failed instanceof WaybillException known
        ? known.code().wire() + ": " + ServerFaults.detail(known)
        : HttpCode.INTERNAL.wire() + ": the log of the server has the details";
  }

  private void walk(ExecutorService callers) throws InterruptedException {
    if (before.request().filter().states().isEmpty()) {
      return;
    }
    long began = System.nanoTime();
    long doneBefore = changed.get() + skipped.get();
    boolean more = true;
    while (more && !isStopped()) {
      Page<Job> page =
          waybill.list(before.request().filter(), new Page.Request(pageSize(), cursor));
      change(callers, page.items(), began, doneBefore);
      more = page.nextCursor() != null;
      if (more && !isStopped()) {
        cursor = page.nextCursor();
      }
    }
  }

  private int pageSize() {
    int rate = before.request().ratePerSecond();
    return rate == 0 ? PAGE : Math.clamp((long) rate * SECONDS_PER_PAGE, SMALLEST_PAGE, PAGE);
  }

  private void change(ExecutorService callers, List<Job> jobs, long began, long doneBefore)
      throws InterruptedException {
    int rate = before.request().ratePerSecond();
    int step = rate == 0 ? TOGETHER : Math.clamp(rate / 4, 1, TOGETHER);
    for (int from = 0; from < jobs.size() && !isStopped(); from += step) {
      List<Job> some = jobs.subList(from, Math.min(jobs.size(), from + step));
      for (Future<ChangeResult> result : callers.invokeAll(calls(some))) {
        count(result);
      }
      storeNowAndThen();
      pace(began, doneBefore);
    }
  }

  private List<Callable<ChangeResult>> calls(List<Job> jobs) {
    return jobs.stream()
        .map(
            job ->
                (Callable<ChangeResult>)
                    () -> BulkAction.on(before.request().action(), waybill, job.id()))
        .toList();
  }

  private void count(Future<ChangeResult> result) throws InterruptedException {
    try {
      AtomicLong counter = result.get() instanceof Changed ? changed : skipped;
      counter.incrementAndGet();
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof WaybillException cause) {
        throw cause;
      }
      throw new IllegalStateException(failed.getCause());
    }
  }

  private void storeNowAndThen() {
    if (System.nanoTime() - storedAt >= STORED_EVERY) {
      storedAt = System.nanoTime();
      book.write(current());
    }
  }

  /// Waits until as much time has passed as the jobs so far may take.
  private void pace(long began, long doneBefore) throws InterruptedException {
    int rate = before.request().ratePerSecond();
    if (rate > 0) {
      long done = changed.get() + skipped.get() - doneBefore;
      long due = began + done * TimeUnit.SECONDS.toNanos(1) / rate;
      var _ = stop.await(due - System.nanoTime(), TimeUnit.NANOSECONDS);
    }
  }

  private boolean isStopped() {
    return stop.getCount() == 0;
  }
}
