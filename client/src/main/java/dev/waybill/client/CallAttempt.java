package dev.waybill.client;

import dev.waybill.Payload;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;

/// What came of sending a call once.
sealed interface CallAttempt {

  record Answered(Payload body) implements CallAttempt {}

  /// @param after how long the server asks to wait before the next try
  record Refused(RefusedCall problem, Duration after) implements CallAttempt {

    private static final int CONFLICT = 409;
    private static final int TOO_MANY = 429;
    private static final int UNAVAILABLE = 503;
    private static final int SERVER_ERRORS = 500;

    /// Whether the same call may be taken later.
    boolean isPassing() {
      int status = problem.problem().status();
      return status == TOO_MANY
          || status == UNAVAILABLE
          || (status == CONFLICT && problem.problem().code().equals("request_in_progress"));
    }

    /// Whether nothing came of it for certain: a server that fails while it works cannot say.
    boolean isCertain() {
      return problem.problem().status() < SERVER_ERRORS;
    }
  }

  /// No answer.
  record Broken(IOException cause) implements CallAttempt {

    /// Whether the server cannot have heard the call.
    boolean isUnheard() {
      return cause instanceof ConnectException;
    }
  }
}
