package dev.waybill.backend.nats;

import dev.waybill.WaybillException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.function.Supplier;

/// Asks the broker several independent questions at once, so that they take one round trip.
final class SideBySide {

  private SideBySide() {}

  /// Begins a question; the result waits for its answer.
  static <R> Supplier<R> begin(Supplier<R> asking) {
    CompletableFuture<R> asked =
        CompletableFuture.supplyAsync(asking, task -> Thread.ofVirtual().start(task));
    return () -> {
      try {
        return asked.join();
      } catch (CompletionException failed) {
        throw failed.getCause() instanceof WaybillException known ? known : failed;
      }
    };
  }

  /// The answers in order; the first failure if there is one.
  static <T, R> List<R> ask(List<T> questions, Function<T, R> asking) {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<CompletableFuture<R>> asked =
          questions.stream()
              .map(one -> CompletableFuture.supplyAsync(() -> asking.apply(one), threads))
              .toList();
      return asked.stream().map(CompletableFuture::join).toList();
    } catch (CompletionException failed) {
      throw failed.getCause() instanceof WaybillException known ? known : failed;
    }
  }
}
