package dev.waybill.server.http.operation;

import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.server.auth.ServerFaults;
import dev.waybill.server.http.api.HttpCode;
import dev.waybill.server.http.operation.OperationRecord.Checkpoint;
import dev.waybill.server.http.operation.OperationRecord.Counts;
import dev.waybill.server.http.routes.Matching;
import dev.waybill.service.BulkWalk;
import dev.waybill.wire.job.OperationJson.Progress;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Runs a bulk operation. After a crash it continues with the last stored page.
final class Operation implements Runnable {

  private static final System.Logger LOG = System.getLogger(Operation.class.getName());

  /// How often its progress is stored.
  private static final long STORED_EVERY = Duration.ofSeconds(10).toNanos();

  private enum Stop {
    CANCELLED,
    /// Another server, or this one after a restart, continues it.
    SUSPENDED,
    /// Another server has taken it over.
    LOST
  }

  private final Waybill waybill;
  private final OperationBook book;
  private final CountDownLatch stop = new CountDownLatch(1);
  private final CountDownLatch over = new CountDownLatch(1);
  private final OperationRecord before;
  private volatile @Nullable Stop why;
  private volatile @Nullable Matching total;
  private volatile BulkWalk.Position reached;
  private long storedAt = System.nanoTime();

  /// @param before its stored record
  Operation(OperationRecord before, Waybill waybill, OperationBook book) {
    this.before = before;
    this.waybill = waybill;
    this.book = book;
    this.total = before.counts().total();
    Counts counts = before.counts();
    this.reached =
        new BulkWalk.Position(before.checkpoint().cursor(), counts.changed(), counts.skipped());
  }

  /// Stops the operation; jobs that were changed stay changed.
  void cancel() {
    stop(Stop.CANCELLED);
  }

  /// Stops the operation so that it can be continued later.
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

  /// Its current record.
  OperationRecord current() {
    return at(Progress.RUNNING, false);
  }

  private OperationRecord at(Progress progress, boolean released) {
    BulkWalk.Position now = reached;
    Counts counts = new Counts(now.changed(), now.skipped(), total);
    Checkpoint checkpoint = new Checkpoint(now.cursor(), before.checkpoint().turn(), released);
    return before.now(progress, counts, checkpoint, book.now());
  }

  @Override
  public void run() {
    try {
      carryOut();
    } catch (RuntimeException failed) {
      LOG.log(Level.WARNING, "cannot store the end of operation " + before.id(), failed);
    } finally {
      over.countDown();
    }
  }

  private void carryOut() {
    try {
      if (total == null) {
        total = Matching.count(waybill, before.request().filter());
      }
      reached =
          waybill.service(BulkWalk.class).walk(before.request(), reached, this::shouldContinue);
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

  /// Waits for the next batch of jobs.
  private boolean shouldContinue(BulkWalk.Position now, Duration wait) {
    reached = now;
    storeNowAndThen();
    try {
      return !stop.await(wait.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      suspend();
      return false;
    }
  }

  private void storeNowAndThen() {
    if (System.nanoTime() - storedAt >= STORED_EVERY) {
      storedAt = System.nanoTime();
      book.write(current());
    }
  }
}
