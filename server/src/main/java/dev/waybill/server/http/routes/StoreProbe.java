package dev.waybill.server.http.routes;

import dev.waybill.WaybillException;
import dev.waybill.spi.ServiceException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Calls the store to check that it answers. A remote store may be away for long: only one call is
/// open at a time, and callers wait for it only briefly.
final class StoreProbe {

  private final Duration patience;
  private final AtomicReference<@Nullable CompletableFuture<Optional<String>>> open =
      new AtomicReference<>();

  StoreProbe(Duration patience) {
    this.patience = patience;
  }

  /// The problem of the store; empty if there is none.
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
    } catch (ServiceException failed) {
      return Optional.of(failed.service() + ": " + failed.code().wire());
    } catch (WaybillException failed) {
      return Optional.of(failed.code().wire());
    } catch (RuntimeException unexpected) {
      return Optional.of("internal");
    }
  }
}
