package dev.waybill.events.envelope;

import dev.waybill.Code;
import dev.waybill.WaybillException;

/// The refusals of this package: the place as a JSON pointer, what is wrong, and what to do.
final class Invalid {

  private Invalid() {}

  /// @param pointer the place, `""` for the whole body
  static WaybillException at(String pointer, String problem) {
    return new WaybillException(
        Code.INVALID_ARGUMENT, (pointer.isEmpty() ? "the body" : pointer) + " " + problem);
  }

  /// The same refusal, of something that stands inside something else.
  static WaybillException inside(String pointer, WaybillException refusal) {
    return new WaybillException(
        refusal.code(), "in " + pointer + ": " + refusal.getMessage(), refusal);
  }

  static void check(boolean holds, String pointer, String otherwise) {
    if (!holds) {
      throw at(pointer, otherwise);
    }
  }
}
