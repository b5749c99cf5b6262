package dev.waybill.client.call;

import dev.waybill.Payload;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;

/// The result of sending a call once.
public sealed interface CallAttempt {

  record Answered(Payload body) implements CallAttempt {}

  /// @param after how long the server asks to wait before the next try
  record Refused(RefusedCall problem, Duration after) implements CallAttempt {

    private static final int CONFLICT = 409;
    private static final int TOO_MANY = 429;
    private static final int UNAVAILABLE = 503;
    private static final int SERVER_ERRORS = 500;

    /// Whether a retry may succeed.
    public boolean isPassing() {
      int status = problem.problem().status();
      return status == TOO_MANY
          || status == UNAVAILABLE
          || (status == CONFLICT && problem.problem().code().equals("request_in_progress"));
    }

    /// Whether the call certainly had no effect. A 5xx answer leaves that open.
    public boolean isCertain() {
      return problem.problem().status() < SERVER_ERRORS;
    }
  }

  /// The connection failed before an answer.
  record Broken(IOException cause) implements CallAttempt {

    /// Whether the server cannot have received the call.
    public boolean isUnheard() {
      return cause instanceof ConnectException;
    }
  }
}
