package dev.waybill.documents.remote;

import java.io.Serial;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A failed call of a model.
public class ModelException extends Exception {

  @Serial private static final long serialVersionUID = 1;

  private final Kind kind;
  private final @Nullable Duration retryAfter;

  /// What the failure says about the same call at another time.
  public enum Kind {
    /// It may succeed later.
    TEMPORARY,
    /// It was not made: a limit of this server allows it later.
    POSTPONED,
    /// It will fail again.
    PERMANENT
  }

  protected ModelException(String message, Kind kind, @Nullable Duration retryAfter) {
    super(message);
    this.kind = kind;
    this.retryAfter = retryAfter;
  }

  /// The same call may succeed later.
  ///
  /// @param retryAfter when the service said how long to wait
  public static ModelException temporary(String message, @Nullable Duration retryAfter) {
    return new ModelException(message, Kind.TEMPORARY, retryAfter);
  }

  /// The call was not made because of a rate limit or a budget.
  ///
  /// @param wait until it may be made
  static ModelException postponed(String message, Duration wait) {
    return new ModelException(message, Kind.POSTPONED, wait);
  }

  /// The same call will fail again, such as with a wrong key.
  public static ModelException permanent(String message) {
    return new ModelException(message, Kind.PERMANENT, null);
  }

  /// The thread was asked to stop, and still is.
  static ModelException stopped() {
    Thread.currentThread().interrupt();
    return temporary("interrupted while waiting for a model", null);
  }

  public final boolean isRetryable() {
    return kind != Kind.PERMANENT;
  }

  /// Whether the call was not made because of a rate limit or a budget.
  public final boolean isPostponed() {
    return kind == Kind.POSTPONED;
  }

  public final Kind kind() {
    return kind;
  }

  public final Optional<Duration> retryAfter() {
    return Optional.ofNullable(retryAfter);
  }
}
