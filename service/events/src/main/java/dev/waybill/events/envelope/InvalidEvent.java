package dev.waybill.events.envelope;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import org.jspecify.annotations.Nullable;

/// An event that breaks a rule of its envelope, with a JSON pointer.
public final class InvalidEvent extends WaybillException {

  private static final long serialVersionUID = 1L;

  private final String pointer;
  private final String problem;

  InvalidEvent(Code code, String pointer, String problem) {
    this(code, pointer, problem, (pointer.isEmpty() ? "the body" : pointer) + " " + problem, null);
  }

  InvalidEvent(Code code, String pointer, String problem, String words, @Nullable Throwable cause) {
    super(code, words, cause);
    this.pointer = pointer;
    this.problem = problem;
  }

  /// The JSON pointer to the problem, empty for the whole body. For an event inside a string it
  /// points to the string.
  public String pointer() {
    return pointer;
  }

  /// The problem, and what to do.
  public String problem() {
    return problem;
  }
}
