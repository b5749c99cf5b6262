package dev.waybill.schedules.cron;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;

/// A part of an expression with its position, for error messages.
///
/// @param at the position of the first character, starting at 1
record CronText(CronField field, String text, int at) {

  CronText part(int begin, int end) {
    return new CronText(field, text.substring(begin, end), at + begin);
  }

  CronText from(int begin) {
    return part(begin, text.length());
  }

  int indexOf(char c) {
    return text.indexOf(c);
  }

  boolean is(String other) {
    return text.equals(other);
  }

  boolean endsWith(String end) {
    return text.length() > end.length() && text.endsWith(end);
  }

  /// A number or a name that is allowed in this field.
  int value() {
    int named = field.named(text);
    return named >= 0 ? named : number(field.min(), field.max());
  }

  int number(int min, int max) {
    if (!text.matches("\\d{1,4}")) {
      throw wrong("is not a value", "use " + field.range());
    }
    int number = Integer.parseInt(text);
    if (number < min || number > max) {
      throw wrong("is out of range", "use " + min + " to " + max);
    }
    return number;
  }

  WaybillException wrong(String what, String instead) {
    return new WaybillException(
        Code.INVALID_ARGUMENT,
        "cron: %s: %s at character %d %s; %s"
            .formatted(field, text.isEmpty() ? "nothing" : Text.quote(text), at, what, instead));
  }
}
