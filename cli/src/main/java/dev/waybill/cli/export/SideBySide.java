package dev.waybill.cli.export;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Function;

/// Makes some calls at the same time and uses their answers in order.
final class SideBySide {

  /// Bounds the answers in memory.
  private static final int CALLS = 16;

  private SideBySide() {}

  static <A, B> void map(List<A> items, Function<A, B> call, Consumer<B> use) {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int begin = 0; begin < items.size(); begin += CALLS) {
        List<Future<B>> answers = new ArrayList<>();
        for (A item : items.subList(begin, Math.min(begin + CALLS, items.size()))) {
          answers.add(threads.submit(() -> call.apply(item)));
        }
        answers.forEach(answer -> use.accept(get(answer)));
      }
    }
  }

  private static <B> B get(Future<B> answer) {
    try {
      return answer.get();
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof WaybillException ours) {
        throw ours;
      }
      throw new IllegalStateException(failed.getCause());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new WaybillException(Code.INTERRUPTED, "interrupted", interrupted);
    }
  }
}
