package dev.waybill.runner;

import dev.waybill.Code;
import dev.waybill.JobSource;
import dev.waybill.Outcome;
import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.runner.ProcessRunnerBuilder.RunnerSettings;
import dev.waybill.runner.outbox.EventBuffer;
import dev.waybill.runner.outbox.Leftovers;
import dev.waybill.runner.outbox.Outbox;
import dev.waybill.worker.Handler;
import dev.waybill.worker.Task;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/// Runs programs: each job of type `process` is one process on this machine. Its output and its end
/// become events of the job. See `docs/process-jobs.md` for all fields.
///
/// Delivery is at least once: a job runs again if its worker disappears or stops before the process
/// ends. If the system has `setsid`, each process leads its own group, and everything that ends the
/// attempt (cancel, timeout, lost lease, stop of the worker) ends the whole group. If the worker
/// crashes, a small guard process does this. Without `setsid` there is no guard, and the processes
/// of a crashed worker continue to run.
///
/// One runner may serve several workers of the same source. Close it after them.
public final class ProcessRunner implements Handler, AutoCloseable {

  /// The job type that this runner handles.
  public static final String TYPE = "process";

  private final JobSource source;
  private final RunnerSettings settings;
  private final RunnerDirectory folder;
  private final Launcher launcher;
  private final ProcessGuard guard;
  private final Leftovers leftovers;

  ProcessRunner(JobSource source, RunnerSettings settings) {
    this.source = source;
    this.settings = settings;
    this.folder = RunnerDirectory.take(settings.folder());
    this.launcher = new Launcher(settings);
    this.guard = new ProcessGuard(settings.tools(), settings.killGrace());
    this.leftovers = Leftovers.deliver(source, folder.buffers());
  }

  /// @param folder the directory for undelivered events; used by one runner at a time
  public static ProcessRunnerBuilder builder(JobSource source, Path folder) {
    return new ProcessRunnerBuilder(source, folder);
  }

  /// Validates the payload of a job before it is enqueued, as a worker would.
  ///
  /// @throws WaybillException with [Code#INVALID_ARGUMENT] if a worker would fail the job
  public static void check(Payload payload) {
    try {
      ProcessSpecJson.read(payload);
    } catch (CannotRun refused) {
      throw new WaybillException(Code.INVALID_ARGUMENT, refused.message(), refused);
    }
  }

  /// The handler's thread is interrupted as a signal to stop, but a thread that writes a file must
  /// not be interrupted. So another thread does the work.
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

  /// Releases the directory. Call it when no job is running; processes still running are ended.
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
