package dev.waybill;

import dev.waybill.base.Text;
import dev.waybill.settings.Limits;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;

/// Why an attempt failed. Texts are truncated, and characters that cannot be stored are replaced.
public record Failure(String errorClass, String message, String stack) {

  public Failure {
    errorClass = Text.storable(errorClass, Limits.KEY_LENGTH);
    message = Text.storable(message, Limits.ERROR_MESSAGE_LENGTH);
    stack = Text.storable(stack, Limits.ERROR_STACK_LENGTH);
  }

  public static Failure of(String errorClass, String message) {
    return new Failure(errorClass, message, "");
  }

  /// The attempt ran longer than the timeout of its job.
  public static Failure timedOut(Duration timeout) {
    return of("timeout", "the attempt took longer than " + timeout);
  }

  public static Failure of(Throwable thrown) {
    StringWriter stack = new StringWriter();
    thrown.printStackTrace(new PrintWriter(stack));
    String message = String.valueOf(thrown.getMessage());
    return new Failure(thrown.getClass().getName(), message, stack.toString());
  }
}
