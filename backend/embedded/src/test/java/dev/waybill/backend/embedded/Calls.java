package dev.waybill.backend.embedded;

import dev.waybill.WaybillException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/// Calls that run while the test continues.
final class Calls {

  private Calls() {}

  /// Makes the call on a separate thread.
  static <T> CompletableFuture<T> start(Callable<T> call) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    Thread.startVirtualThread(
        new FutureTask<>(
            () -> {
              try {
                answer.complete(call.call());
              } catch (Throwable failure) {
                answer.completeExceptionally(failure);
              }
              return answer;
            }));
    return answer;
  }

  /// The failure of the call. A call that succeeds or does not return fails the test.
  static WaybillException failureOf(CompletableFuture<?> call) throws Exception {
    try {
      throw new AssertionError("answered " + call.get(30, TimeUnit.SECONDS));
    } catch (ExecutionException failure) {
      if (failure.getCause() instanceof WaybillException expected) {
        return expected;
      }
      throw failure;
    }
  }
}
