package dev.waybill.messages.http;

import dev.waybill.Payload;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// How a request ended.
public sealed interface HttpOutcome {

  /// There is an answer.
  ///
  /// @param headers header names are in lower case
  /// @param body the beginning of the body
  /// @param retryAfter the value of `Retry-After`; null if there is none
  record Answered(
      int status, Map<String, String> headers, Payload body, @Nullable Duration retryAfter)
      implements HttpOutcome {

    public boolean isGood() {
      return status / 100 == 2;
    }

    public Optional<String> header(String name) {
      return Optional.ofNullable(headers.get(name));
    }
  }

  /// There is no answer.
  sealed interface Failed extends HttpOutcome {

    String error();
  }

  /// The address must not be called. Nothing was sent.
  record Forbidden(String error) implements Failed {}

  /// There was no connection. Nothing was sent.
  record Unreachable(String error) implements Failed {}

  /// The request was sent at least in part, and no answer came.
  record Unanswered(String error) implements Failed {}
}
