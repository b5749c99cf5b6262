package dev.waybill.events.envelope;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import org.jspecify.annotations.Nullable;

/// Creates the refusals of this package: a JSON pointer, the problem, and what to do.
final class Invalid {

  private Invalid() {}

  /// @param pointer a JSON pointer, `""` for the whole body
  static WaybillException at(String pointer, String problem) {
    return new InvalidEvent(Code.INVALID_ARGUMENT, pointer, problem);
  }

  /// The refusal of a value that is inside another value.
  static WaybillException inside(String pointer, WaybillException refusal) {
    String words = "in " + pointer + ": " + refusal.getMessage();
    return new InvalidEvent(
        refusal.code(), pointer, "in it " + refusal.getMessage(), words, refusal);
  }

  /// Throws unless the condition holds. If the message is costly to build, use an `if` instead.
  static void check(boolean holds, String pointer, String otherwise) {
    if (!holds) {
      throw at(pointer, otherwise);
    }
  }

  /// Throws unless the condition holds; the message includes the actual value.
  static void check(boolean holds, String pointer, String otherwise, @Nullable String instead) {
    if (!holds) {
      throw at(pointer, otherwise + "; it is " + Text.quote(String.valueOf(instead)));
    }
  }
}
