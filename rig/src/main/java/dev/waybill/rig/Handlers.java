package dev.waybill.rig;

import dev.waybill.Outcome;
import dev.waybill.worker.Task;
import dev.waybill.worker.Worker;
import dev.waybill.worker.WorkerBuilder;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// The handlers of the rig: one for each way an attempt can end.
final class Handlers {

  static final Duration LEASE_DURATION = Duration.ofMillis(400);

  private static final int EVENTS = 4;
  private static final int PLACES = 16;

  /// Never counted down: waiting for it ends only by an interrupt.
  private static final CountDownLatch NEVER = new CountDownLatch(1);

  private final RecordedSource source;

  Handlers(RecordedSource source) {
    this.source = source;
  }

  Worker start(String name) {
    WorkerBuilder worker =
        Worker.builder(source)
            .name(name)
            .concurrency(PLACES)
            .leaseDuration(LEASE_DURATION)
            .patience(Duration.ofMillis(50))
            .handle("done", task -> Outcome.done(task.text()));
    worker.handle("talk", Handlers::talk).handle("again", this::again);
    worker.handle("later", this::later).handle("slow", Handlers::slow);
    worker.handle("bad", task -> Outcome.reject("cannot be read: " + task.attempt()));
    return worker.handle("never", task -> Outcome.fail("never works: " + task.attempt())).start();
  }

  private static Outcome talk(Task task) {
    for (int i = 0; i < EVENTS; i++) {
      task.publish("step", eventData(task.job().id().toString(), task.attempt(), i));
    }
    return Outcome.done();
  }

  static String eventData(String job, int attempt, long sequence) {
    return job + "/" + attempt + "/" + sequence;
  }

  private Outcome again(Task task) throws InterruptedException {
    source.settleLate(task.job());
    if (task.job().progress().errors() < task.job().id().low() % 3) {
      return Outcome.retry("not this time");
    }
    return Outcome.done();
  }

  private Outcome later(Task task) throws InterruptedException {
    source.settleLate(task.job());
    return task.attempt() % 3 == 0 ? Outcome.done() : Outcome.snooze(Duration.ofMillis(10));
  }

  private static Outcome slow(Task task) throws InterruptedException {
    for (int i = 0; i < 3; i++) {
      task.throwIfCancelled();
      rest(15);
    }
    return Outcome.done();
  }

  static void rest(long millis) throws InterruptedException {
    boolean opened = NEVER.await(millis, TimeUnit.MILLISECONDS);
    if (opened) {
      throw new IllegalStateException("nobody opens this");
    }
  }
}
