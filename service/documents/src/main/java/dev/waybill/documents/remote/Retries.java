package dev.waybill.documents.remote;

import dev.waybill.base.Backoff;
import java.time.Duration;

/// Tries a call again after a short failure of the service, with growing pauses. A long one is left
/// to the retries of the job.
public final class Retries {

  private static final int ATTEMPTS = 4;
  private static final Duration FIRST = Duration.ofMillis(500);
  private static final Duration LONGEST = Duration.ofSeconds(8);

  /// If the service asks for more than this, the call fails at once.
  private static final Duration LONGEST_ASKED = Duration.ofSeconds(20);

  private final Pausing pausing;

  public Retries(Pausing pausing) {
    this.pausing = pausing;
  }

  /// A call of a model.
  public interface Call<T> {
    T run() throws ModelException;
  }

  public <T> T call(Call<T> call) throws ModelException {
    Backoff backoff = new Backoff(FIRST, LONGEST);
    int attempt = 1;
    while (true) {
      try {
        return call.run();
      } catch (ModelException failed) {
        Duration asked = failed.retryAfter().orElse(Duration.ZERO);
        if (isFinal(failed, attempt, asked)) {
          throw failed;
        }
        Duration pause = Duration.ofNanos(backoff.nextNanos());
        pausing.pause(asked.compareTo(pause) > 0 ? asked : pause);
        attempt++;
      }
    }
  }

  private static boolean isFinal(ModelException failed, int attempt, Duration asked) {
    return !failed.isRetryable()
        || attempt == ATTEMPTS
        || asked.compareTo(LONGEST_ASKED) > 0
        || Thread.currentThread().isInterrupted();
  }
}
