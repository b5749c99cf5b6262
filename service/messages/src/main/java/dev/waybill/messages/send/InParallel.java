package dev.waybill.messages.send;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/// Does the same with many things, several at a time, because each of them waits for the store.
final class InParallel {

  private static final int AT_ONCE = 64;

  private InParallel() {}

  /// Returns when all are done; throws the first failure.
  static <T> void forEach(Collection<T> items, Consumer<T> action) {
    try (ExecutorService threads =
        Executors.newFixedThreadPool(AT_ONCE, Thread.ofVirtual().factory())) {
      List<Future<?>> running = new ArrayList<>();
      items.forEach(item -> running.add(threads.submit(() -> action.accept(item))));
      running.forEach(InParallel::await);
    }
  }

  private static void await(Future<?> one) {
    try {
      one.get();
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof WaybillException refused) {
        throw refused;
      }
      throw new IllegalStateException(failed);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new WaybillException(Code.UNAVAILABLE, "interrupted; try again", interrupted);
    }
  }
}
