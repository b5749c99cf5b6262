package dev.waybill.documents.embed;

import dev.waybill.documents.remote.ModelException;
import java.io.Serial;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// A failed call of an embedding model.
public final class EmbeddingException extends ModelException {

  @Serial private static final long serialVersionUID = 1;

  private EmbeddingException(String message, Kind kind, @Nullable Duration retryAfter) {
    super(message, kind, retryAfter);
  }

  /// The same failure as one of embeddings.
  public static EmbeddingException of(ModelException failed) {
    return failed instanceof EmbeddingException known
        ? known
        : new EmbeddingException(
            String.valueOf(failed.getMessage()), failed.kind(), failed.retryAfter().orElse(null));
  }

  /// The same call may succeed later.
  ///
  /// @param retryAfter when the service said how long to wait
  public static EmbeddingException retryable(String message, @Nullable Duration retryAfter) {
    return new EmbeddingException(message, Kind.TEMPORARY, retryAfter);
  }

  /// The same call will fail again, such as with a wrong key.
  public static EmbeddingException refused(String message) {
    return new EmbeddingException(message, Kind.PERMANENT, null);
  }

  /// The thread was asked to stop, and still is.
  static EmbeddingException interrupted() {
    Thread.currentThread().interrupt();
    return retryable("interrupted while embedding", null);
  }
}
