package dev.waybill.server.http.routes;

import dev.waybill.WaybillException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Asks the store something, to see whether it answers. A store that has to be reached may be away
/// for long: one question at a time is open, and nobody waits longer for its answer than a moment.
final class StoreProbe {

  private final Duration patience;
  private final AtomicReference<@Nullable CompletableFuture<Optional<String>>> open =
      new AtomicReference<>();

  StoreProbe(Duration patience) {
    this.patience = patience;
  }

  /// What is wrong with the store, or nothing.
  Optional<String> trouble(Runnable question) {
    CompletableFuture<Optional<String>> fresh = new CompletableFuture<>();
    CompletableFuture<Optional<String>> asked = open.compareAndExchange(null, fresh);
    if (asked == null) {
      asked = fresh;
      Thread.startVirtualThread(
          () -> {
            Optional<String> answer = ask(question);
            open.set(null);
            fresh.complete(answer);
          });
    }
    return asked
        .copy()
        .completeOnTimeout(Optional.of("no_answer"), patience.toMillis(), TimeUnit.MILLISECONDS)
        .join();
  }

  private static Optional<String> ask(Runnable question) {
    try {
      question.run();
      return Optional.empty();
    } catch (WaybillException failed) {
      return Optional.of(failed.code().wire());
    } catch (RuntimeException unexpected) {
      return Optional.of("internal");
    }
  }
}
