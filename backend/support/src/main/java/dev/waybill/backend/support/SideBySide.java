package dev.waybill.backend.support;

import dev.waybill.WaybillException;
import dev.waybill.base.WorkContext;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.function.Supplier;

/// Asks a server several independent questions at once, so that they take one round trip. The
/// questions have the [WorkContext] of the caller.
public final class SideBySide {

  private SideBySide() {}

  /// As below, with at most this many questions at the same time.
  public static <T, R> List<R> ask(List<T> questions, int atOnce, Function<T, R> asking) {
    Semaphore turns = new Semaphore(atOnce);
    return ask(
        questions,
        question -> {
          turns.acquireUninterruptibly();
          try {
            return asking.apply(question);
          } finally {
            turns.release();
          }
        });
  }

  /// Begins a question; the result waits for its answer.
  public static <R> Supplier<R> begin(Supplier<R> asking) {
    WorkContext context = WorkContext.current();
    CompletableFuture<R> asked =
        CompletableFuture.supplyAsync(
            () -> context.call(asking::get), task -> Thread.ofVirtual().start(task));
    return () -> {
      try {
        return asked.join();
      } catch (CompletionException failed) {
        throw cause(failed);
      }
    };
  }

  /// The answers in order; the first failure if there is one.
  public static <T, R> List<R> ask(List<T> questions, Function<T, R> asking) {
    WorkContext context = WorkContext.current();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<CompletableFuture<R>> asked =
          questions.stream()
              .map(
                  one ->
                      CompletableFuture.supplyAsync(
                          () -> context.call(() -> asking.apply(one)), threads))
              .toList();
      return asked.stream().map(CompletableFuture::join).toList();
    } catch (CompletionException failed) {
      throw cause(failed);
    }
  }

  private static RuntimeException cause(CompletionException failed) {
    return failed.getCause() instanceof WaybillException known ? known : failed;
  }
}
