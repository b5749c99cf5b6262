package dev.waybill.runner;

import dev.waybill.Code;
import dev.waybill.JobSource;
import dev.waybill.Outcome;
import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.worker.Handler;
import dev.waybill.worker.Task;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/// Runs programs: each job of type `process` is one process on this machine, and what it says and
/// how it ends become events of the job. `docs/process-jobs.md` has every field.
///
/// At least once: a job whose worker vanished, or was stopped before the process ended, runs
/// again. Where the system has `setsid`, a process leads a group of its own, and whatever ends the
/// attempt (cancel, timeout, a lost lease, the end of the worker) ends the whole group. A worker
/// that dies without a word cannot do that; a small guard process does it then. Without `setsid`
/// there is no guard, and processes of a worker that died run on.
///
/// One runner may serve several workers of the same source. Close it after them.
public final class ProcessRunner implements Handler, AutoCloseable {

  /// The type of jobs it runs.
  public static final String TYPE = "process";

  private final JobSource source;
  private final RunnerSettings settings;
  private final RunnerFolder folder;
  private final Launcher launcher;
  private final Guard guard;
  private final Leftovers leftovers;

  ProcessRunner(JobSource source, RunnerSettings settings) {
    this.source = source;
    this.settings = settings;
    this.folder = RunnerFolder.take(settings.folder());
    this.launcher = new Launcher(settings);
    this.guard = new Guard(settings.tools(), settings.killGrace());
    this.leftovers = Leftovers.deliver(source, folder.buffers());
  }

  /// @param folder where events wait until they are delivered; one runner at a time may have it
  public static ProcessRunnerBuilder builder(JobSource source, Path folder) {
    return new ProcessRunnerBuilder(source, folder);
  }

  /// Checks the payload of a job before it is enqueued, as a worker would read it.
  ///
  /// @throws WaybillException with [Code#INVALID_ARGUMENT] where a worker would fail the job
  public static void check(Payload payload) {
    try {
      SpecReader.read(payload);
    } catch (CannotRun refused) {
      throw new WaybillException(Code.INVALID_ARGUMENT, refused.message(), refused);
    }
  }

  /// The thread of the handler is interrupted to tell it something; a thread that is writing a
  /// file must not be. So the work is done by another one.
  @Override
  public Outcome handle(Task task) throws Exception {
    Wakeup wakeup = new Wakeup();
    FutureTask<Outcome> work = new FutureTask<>(() -> run(task, wakeup));
    Thread.ofVirtual().name("process-" + task.job().id()).start(work);
    while (true) {
      try {
        return work.get();
      } catch (InterruptedException told) {
        wakeup.wake();
      } catch (ExecutionException failed) {
        throw failed.getCause() instanceof Exception cause ? cause : failed;
      }
    }
  }

  /// Gives the folder back. To be called when nothing runs any more; what still does is ended.
  @Override
  public void close() {
    leftovers.close();
    guard.close();
    folder.close();
  }

  private Outcome run(Task task, Wakeup wakeup) throws IOException, InterruptedException {
    Path path = folder.buffer(task.job().id(), task.attempt());
    EventBuffer buffer = EventBuffer.create(path, task.token(), settings.maxBufferedBytes());
    String name = task.job().id() + "/" + task.attempt();
    try (Outbox outbox = Outbox.open(source, buffer, settings.clock(), name)) {
      return new ProcessRun(task, settings, launcher, guard, outbox, wakeup).run();
    }
  }
}
