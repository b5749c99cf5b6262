package dev.waybill.server.http;

import static dev.waybill.wire.Shape.Scalar.FLAG;
import static dev.waybill.wire.Shape.Scalar.TEXT;
import static dev.waybill.wire.Shape.Scalar.WHOLE;
import static dev.waybill.wire.Shape.optional;
import static dev.waybill.wire.Shape.required;

import dev.waybill.ChangeResult;
import dev.waybill.Changed;
import dev.waybill.Job;
import dev.waybill.Page;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.wire.JobFilterJson;
import dev.waybill.wire.JsonOut;
import dev.waybill.wire.Shape;
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

/// A change of many jobs while it runs and after. It walks over the list once, so a job that is
/// changed and comes to match again is not changed twice.
final class Operation implements Runnable {

  enum Progress {
    RUNNING,
    FINISHED,
    CANCELLED,
    FAILED
  }

  static final Shape SHAPE =
      Shape.of(
          "Operation",
          "A change of many jobs.",
          required("id", TEXT, "Its name."),
          required("action", Shape.Words.of(BulkAction.class), "What is done."),
          required("filter", new Shape.Part(JobFilterJson.SHAPE), "To which jobs."),
          required("state", Shape.Words.of(Progress.class), "How far it is."),
          required("changed", WHOLE, "Jobs that were changed so far."),
          required("skipped", WHOLE, "Jobs that had moved on by the time their turn came."),
          optional("total", WHOLE, "Jobs that matched at the start; not there until counted."),
          optional("total_is_lower_bound", FLAG, "There were this many or more."),
          optional("rate_per_second", WHOLE, "How many a second at most."),
          optional("problem", TEXT, "Why it failed."));

  private static final int PAGE = 500;

  /// How many changes are on their way at once; they share commits of the store.
  private static final int TOGETHER = 64;

  private final String id;
  private final Waybill waybill;
  private final OperationRequest request;
  private final CountDownLatch stop = new CountDownLatch(1);
  private final AtomicLong changed = new AtomicLong();
  private final AtomicLong skipped = new AtomicLong();
  private volatile Progress progress = Progress.RUNNING;
  private volatile @Nullable Matching total;
  private volatile @Nullable String problem;

  Operation(String id, Waybill waybill, OperationRequest request) {
    this.id = id;
    this.waybill = waybill;
    this.request = request;
  }

  String id() {
    return id;
  }

  OperationRequest request() {
    return request;
  }

  Progress progress() {
    return progress;
  }

  /// No further job is changed; the ones that were stay changed.
  void cancel() {
    stop.countDown();
  }

  @Override
  public void run() {
    try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
      total = Matching.count(waybill, request.filter());
      walk(callers);
      progress = isStopped() ? Progress.CANCELLED : Progress.FINISHED;
    } catch (WaybillException failed) {
      problem = failed.code().wire() + ": " + failed.getMessage();
      progress = Progress.FAILED;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      progress = Progress.CANCELLED;
    }
  }

  private void walk(ExecutorService callers) throws InterruptedException {
    if (request.filter().states().isEmpty()) {
      return;
    }
    long began = System.nanoTime();
    Page.@Nullable Request next = Page.Request.first(PAGE);
    while (next != null && !isStopped()) {
      Page<Job> page = waybill.list(request.filter(), next);
      change(callers, page.items(), began);
      next = page.nextCursor() == null ? null : next.next(page.nextCursor());
    }
  }

  private void change(ExecutorService callers, List<Job> jobs, long began)
      throws InterruptedException {
    int step =
        request.ratePerSecond() == 0
            ? TOGETHER
            : Math.clamp(request.ratePerSecond() / 4, 1, TOGETHER);
    for (int from = 0; from < jobs.size() && !isStopped(); from += step) {
      List<Job> some = jobs.subList(from, Math.min(jobs.size(), from + step));
      for (Future<ChangeResult> result : callers.invokeAll(calls(some))) {
        count(result);
      }
      pace(began);
    }
  }

  private List<Callable<ChangeResult>> calls(List<Job> jobs) {
    return jobs.stream()
        .map(job -> (Callable<ChangeResult>) () -> request.action().on(waybill, job.id()))
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

  /// Waits until as much time has passed as the jobs so far may take.
  private void pace(long began) throws InterruptedException {
    if (request.ratePerSecond() > 0) {
      long done = changed.get() + skipped.get();
      long due = began + done * TimeUnit.SECONDS.toNanos(1) / request.ratePerSecond();
      var _ = stop.await(due - System.nanoTime(), TimeUnit.NANOSECONDS);
    }
  }

  private boolean isStopped() {
    return stop.getCount() == 0;
  }

  void write(JsonOut out) {
    out.text("id", id);
    out.word("action", request.action());
    out.object("filter", fields -> JobFilterJson.write(fields, request.filter()));
    out.word("state", progress);
    out.number("changed", changed.get());
    out.number("skipped", skipped.get());
    Matching counted = total;
    if (counted != null) {
      out.number("total", counted.count());
      out.flag("total_is_lower_bound", counted.isLowerBound());
    }
    if (request.ratePerSecond() > 0) {
      out.number("rate_per_second", request.ratePerSecond());
    }
    out.text("problem", problem);
  }
}
