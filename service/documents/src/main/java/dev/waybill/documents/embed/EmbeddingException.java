package dev.waybill.documents.embed;

import java.io.Serial;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A failed call of an embedding model.
public final class EmbeddingException extends Exception {

  @Serial private static final long serialVersionUID = 1;

  private final boolean retryable;
  private final @Nullable Duration retryAfter;

  private EmbeddingException(String message, boolean retryable, @Nullable Duration retryAfter) {
    super(message);
    this.retryable = retryable;
    this.retryAfter = retryAfter;
  }

  /// The same call may succeed later.
  ///
  /// @param retryAfter when the service said how long to wait
  public static EmbeddingException retryable(String message, @Nullable Duration retryAfter) {
    return new EmbeddingException(message, true, retryAfter);
  }

  /// The same call will fail again, such as with a wrong key.
  public static EmbeddingException refused(String message) {
    return new EmbeddingException(message, false, null);
  }

  /// The thread was asked to stop, and still is.
  static EmbeddingException interrupted() {
    Thread.currentThread().interrupt();
    return retryable("interrupted while embedding", null);
  }

  public boolean isRetryable() {
    return retryable;
  }

  public Optional<Duration> retryAfter() {
    return Optional.ofNullable(retryAfter);
  }
}
