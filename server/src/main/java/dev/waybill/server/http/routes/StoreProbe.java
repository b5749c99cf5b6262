package dev.waybill.server.http.routes;

import dev.waybill.ServiceException;
import dev.waybill.WaybillException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Calls the store to check that it answers. A remote store may be away for long: only one call is
/// open at a time, and callers wait for it only briefly. An answer is kept for some time, because
/// each call costs the store a write.
final class StoreProbe {

  /// @param at by `System.nanoTime`
  private record Answer(Optional<String> trouble, long at) {}

  private final Duration patience;
  private final Duration kept;
  private volatile @Nullable Answer last;
  private final AtomicReference<@Nullable CompletableFuture<Optional<String>>> open =
      new AtomicReference<>();

  /// @param kept how long an answer is returned again
  StoreProbe(Duration patience, Duration kept) {
    this.patience = patience;
    this.kept = kept;
  }

  /// The problem of the store; empty if there is none.
  Optional<String> trouble(Runnable question) {
    Answer known = last;
    return known != null && System.nanoTime() - known.at() < kept.toNanos()
        ? known.trouble()
        : asked(question);
  }

  private Optional<String> asked(Runnable question) {
    CompletableFuture<Optional<String>> fresh = new CompletableFuture<>();
    CompletableFuture<Optional<String>> asked = open.compareAndExchange(null, fresh);
    if (asked == null) {
      asked = fresh;
      Thread.startVirtualThread(
          () -> {
            Optional<String> answer = ask(question);
            last = new Answer(answer, System.nanoTime());
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
