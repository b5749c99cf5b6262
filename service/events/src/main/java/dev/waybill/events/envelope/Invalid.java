package dev.waybill.events.envelope;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import org.jspecify.annotations.Nullable;

/// The refusals of this package: the place as a JSON pointer, what is wrong, and what to do.
final class Invalid {

  private Invalid() {}

  /// @param pointer the place, `""` for the whole body
  static WaybillException at(String pointer, String problem) {
    return new InvalidEvent(Code.INVALID_ARGUMENT, pointer, problem);
  }

  /// The same refusal, of something that stands inside something else.
  static WaybillException inside(String pointer, WaybillException refusal) {
    String words = "in " + pointer + ": " + refusal.getMessage();
    return new InvalidEvent(
        refusal.code(), pointer, "in it " + refusal.getMessage(), words, refusal);
  }

  /// For words that cost nothing where the rule holds; others are better put behind an `if`.
  static void check(boolean holds, String pointer, String otherwise) {
    if (!holds) {
      throw at(pointer, otherwise);
    }
  }

  /// The same, and what was there instead is shown.
  static void check(boolean holds, String pointer, String otherwise, @Nullable String instead) {
    if (!holds) {
      throw at(pointer, otherwise + "; it is " + Text.quote(String.valueOf(instead)));
    }
  }
}
