package dev.waybill.messages.notify;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A notification was not sent, or its response is missing.
public abstract sealed class NotSent extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private NotSent(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /// A temporary failure: retry later.
  public static final class Later extends NotSent {

    private static final long serialVersionUID = 1L;

    private final @Nullable Duration after;

    public Later(String message, @Nullable Duration after, @Nullable Throwable cause) {
      super(message, cause);
      this.after = after;
    }

    /// How long the provider asks to wait.
    public Optional<Duration> after() {
      return Optional.ofNullable(after);
    }
  }

  /// A permanent failure: a retry fails until the configuration or the message is changed.
  public static final class Never extends NotSent {

    private static final long serialVersionUID = 1L;

    public Never(String message) {
      super(message, null);
    }
  }
}
