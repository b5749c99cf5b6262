package dev.waybill.documents.remote;

import java.io.Serial;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A failed call of a model.
public class ModelException extends Exception {

  @Serial private static final long serialVersionUID = 1;

  private final boolean retryable;
  private final @Nullable Duration retryAfter;

  protected ModelException(String message, boolean retryable, @Nullable Duration retryAfter) {
    super(message);
    this.retryable = retryable;
    this.retryAfter = retryAfter;
  }

  /// The same call may succeed later.
  ///
  /// @param retryAfter when the service said how long to wait
  public static ModelException temporary(String message, @Nullable Duration retryAfter) {
    return new ModelException(message, true, retryAfter);
  }

  /// The same call will fail again, such as with a wrong key.
  public static ModelException permanent(String message) {
    return new ModelException(message, false, null);
  }

  /// The thread was asked to stop, and still is.
  static ModelException stopped() {
    Thread.currentThread().interrupt();
    return temporary("interrupted while waiting for a model", null);
  }

  public final boolean isRetryable() {
    return retryable;
  }

  public final Optional<Duration> retryAfter() {
    return Optional.ofNullable(retryAfter);
  }
}
