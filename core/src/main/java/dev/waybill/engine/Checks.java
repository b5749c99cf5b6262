package dev.waybill.engine;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import dev.waybill.settings.Limits;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The checks that [Admission] uses. Each refusal states the rule.
final class Checks {

  private Checks() {}

  static void check(boolean holds, Code code, String otherwise) {
    if (!holds) {
      throw new WaybillException(code, otherwise);
    }
  }

  static void name(String what, String value) {
    if (!Text.isName(value)) {
      throw new WaybillException(
          Code.INVALID_NAME,
          what
              + " must be 1 to "
              + Limits.NAME_LENGTH
              + " letters, digits, '.', '_', ':' or '-', starting with a letter or digit; it is "
              + Text.quote(value));
    }
  }

  static void text(String what, @Nullable String value, int longest) {
    if (value == null) {
      return;
    }
    if (value.isBlank() || value.length() > longest || !Text.isStorable(value)) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT,
          what
              + " must be 1 to "
              + longest
              + " characters, not blank, without NUL and without lone surrogates; it is "
              + Text.quote(value));
    }
  }

  static void count(String what, int count, int most) {
    if (count > most) {
      throw new WaybillException(
          Code.TOO_MANY_ITEMS, what + ": at most " + most + " at once, got " + count);
    }
  }

  static void number(String what, int value, int least, int most) {
    if (value < least || value > most) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT, what + " must be " + least + " to " + most + "; it is " + value);
    }
  }

  static void duration(Code code, String what, Duration value, Duration least, Duration most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new WaybillException(
          code, what + " must be " + least + " to " + most + "; it is " + value);
    }
  }

  static void size(String what, long bytes, long most) {
    if (bytes > most) {
      throw new WaybillException(
          Code.PAYLOAD_TOO_LARGE, what + " has " + bytes + " bytes; the maximum is " + most);
    }
  }
}
