package dev.waybill.wire;

import dev.waybill.result.FieldError;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;
import java.util.List;
import java.util.function.Function;

public final class FieldErrorJson {

  private static final int MOST = 1_000;

  private static final Fields<FieldError> FIELDS =
      Fields.of("FieldError", "One invalid value of the request.");
  private static final Slot.Of<String> POINTER =
      FIELDS.text("pointer", FieldError::pointer, "JSON pointer to the value.");
  private static final Slot.Of<String> CODE =
      FIELDS.text("code", FieldError::code, "Kind of mistake.");
  private static final Slot.Of<String> MESSAGE =
      FIELDS.text("message", FieldError::message, "What is allowed.");

  private static final Document<FieldError> DOCUMENT =
      FIELDS.make(in -> new FieldError(in.get(POINTER), in.get(CODE), in.get(MESSAGE)));

  private FieldErrorJson() {}

  /// Declares the field `errors` of a refusal.
  public static <T> Slot.Of<List<FieldError>> field(
      Fields<T> fields, Function<T, List<FieldError>> getter) {
    return fields.some("errors", DOCUMENT, MOST, getter, "All invalid values.");
  }
}
