package dev.waybill.documents.upload;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/// A call that runs on a thread of its own while the caller does something else.
final class AsideTask {

  private final FutureTask<?> task;

  private AsideTask(FutureTask<?> task) {
    this.task = task;
  }

  static AsideTask start(Runnable call) {
    FutureTask<?> task = new FutureTask<>(call, null);
    Thread.ofVirtual().start(task);
    return new AsideTask(task);
  }

  /// Waits until the call has returned; throws what it has thrown.
  void await() {
    try {
      task.get();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new WaybillException(Code.INTERRUPTED, "the upload was interrupted", interrupted);
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(failed.getCause());
    }
  }
}
