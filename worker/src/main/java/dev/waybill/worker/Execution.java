package dev.waybill.worker;

import dev.waybill.Failure;
import dev.waybill.Outcome;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/// Runs each handler on its own virtual thread and turns its result or exception into an outcome.
///
/// A slot becomes free when the outcome is settled and the thread has ended. A handler that ignores
/// interrupts keeps its slot for as long as it runs.
final class Execution {

  private final Map<String, Handler> handlers;
  private final UnknownTypes unknown;
  private final Settler settler;
  private final Timeouts timeouts;
  private final Semaphore permits;
  private final ThreadFactory threads;

  Execution(
      String worker,
      Map<String, Handler> handlers,
      Settler settler,
      Timeouts timeouts,
      Semaphore permits) {
    this.handlers = handlers;
    this.unknown = new UnknownTypes(worker, handlers.keySet());
    this.settler = settler;
    this.timeouts = timeouts;
    this.permits = permits;
    this.threads = Thread.ofVirtual().name(worker + "-task-", 0).factory();
  }

  void start(LeasedTask task) {
    Handler handler = handlers.get(task.job().type());
    if (handler == null) {
      end(task, unknown.comeBackLater(task.job()));
      return;
    }
    threads.newThread(() -> run(task, handler)).start();
  }

  private void run(LeasedTask task, Handler handler) {
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

  private void end(LeasedTask task, Outcome outcome) {
    if (task.claimOutcome()) {
      settler.settle(task, task.stopsWithWorker() ? unlessDone(outcome) : outcome, true);
    } else {
      permits.release();
    }
  }

  private static Outcome unlessDone(Outcome outcome) {
    return outcome instanceof Outcome.Done ? outcome : new Outcome.Release();
  }

  private static Outcome answered(LeasedTask task, @Nullable Outcome outcome) {
    return outcome != null
        ? outcome
        : new Outcome.Retry(
            Failure.of(
                "no_outcome", "the handler for type " + task.job().type() + " returned null"),
            null);
  }

  private static Failure failure(Throwable thrown) {
    try {
      return Failure.of(thrown);
    } catch (Throwable unprintable) {
      return Failure.of(
          thrown.getClass().getName(), "the exception's own message could not be read");
    }
  }
}
