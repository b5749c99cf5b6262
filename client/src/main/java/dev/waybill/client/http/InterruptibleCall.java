package dev.waybill.client.http;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;

/// Blocking I/O that an interrupt of the caller ends. It runs on a virtual thread, because an
/// interrupt does not end a read from a socket on a platform thread.
public final class InterruptibleCall {

  private InterruptibleCall() {}

  /// @param late gets a result that arrives after the interrupt
  public static <T> T run(Callable<T> work, Consumer<T> late)
      throws IOException, InterruptedException {
    CompletableFuture<T> result = new CompletableFuture<>();
    Thread worker = Thread.ofVirtual().name("waybill-stream").start(() -> run(work, result));
    try {
      return result.get();
    } catch (InterruptedException interrupted) {
      worker.interrupt();
      var _ = result.thenAccept(late);
      throw interrupted;
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof IOException broken) {
        throw broken;
      }
      throw new WaybillException(Code.STORE_FAILED, "cannot read a stream", failed.getCause());
    }
  }

  private static <T> void run(Callable<T> work, CompletableFuture<T> result) {
    try {
      result.complete(work.call());
    } catch (Exception | Error failed) {
      result.completeExceptionally(failed);
    }
  }
}
