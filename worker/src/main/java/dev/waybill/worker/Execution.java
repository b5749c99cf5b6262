package dev.waybill.worker;

import dev.waybill.Failure;
import dev.waybill.Outcome;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/// Runs handlers, each on a virtual thread of its own, and turns whatever they do into an outcome.
///
/// A place is free again when the outcome is settled and the thread has ended. A handler that does
/// not react to an interrupt keeps its place for as long as it runs.
final class Execution {

  private final Map<String, Handler> handlers;
  private final UnknownTypes unknown;
  private final Settler settler;
  private final Timeouts timeouts;
  private final Semaphore places;
  private final ThreadFactory threads;

  Execution(
      String worker,
      Map<String, Handler> handlers,
      Settler settler,
      Timeouts timeouts,
      Semaphore places) {
    this.handlers = handlers;
    this.unknown = new UnknownTypes(worker, handlers.keySet());
    this.settler = settler;
    this.timeouts = timeouts;
    this.places = places;
    this.threads = Thread.ofVirtual().name(worker + "-task-", 0).factory();
  }

  void start(HeldTask task) {
    Handler handler = handlers.get(task.job().type());
    if (handler == null) {
      end(task, unknown.comeBackLater(task.job()));
      return;
    }
    threads.newThread(() -> run(task, handler)).start();
  }

  private void run(HeldTask task, Handler handler) {
    @Nullable Throwable thrown = null;
    Outcome outcome;
    try (Timeouts.Watch _ = timeouts.watch(task)) {
      task.runsHere();
      outcome = answered(task, handler.handle(task));
    } catch (Throwable any) {
      thrown = any;
      outcome = new Outcome.Retry(failure(any), null);
    }
    end(task, outcome);
    if (thrown instanceof VirtualMachineError broken && !(broken instanceof StackOverflowError)) {
      throw broken;
    }
  }

  private void end(HeldTask task, Outcome outcome) {
    if (task.takeLastWord()) {
      settler.settle(task, task.stopsWithWorker() ? unlessDone(outcome) : outcome, true);
    } else {
      places.release();
    }
  }

  private static Outcome unlessDone(Outcome outcome) {
    return outcome instanceof Outcome.Done ? outcome : new Outcome.Release();
  }

  private static Outcome answered(HeldTask task, @Nullable Outcome outcome) {
    return outcome != null
        ? outcome
        : new Outcome.Retry(
            Failure.of("no_outcome", "the handler of " + task.job().type() + " answered null"),
            null);
  }

  private static Failure failure(Throwable thrown) {
    try {
      return Failure.of(thrown);
    } catch (Throwable unprintable) {
      return Failure.of(thrown.getClass().getName(), "its own message could not be read");
    }
  }
}
