package dev.waybill.wire.json;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.result.FieldError;
import java.util.List;

/// An invalid document, with the errors in its fields.
public final class InvalidDocument extends WaybillException {

  private static final long serialVersionUID = 1L;

  public InvalidDocument(Code code, FieldError error) {
    super(code, describe(error), List.of(error));
  }

  public InvalidDocument(Code code, String detail, List<FieldError> errors) {
    super(code, detail, errors);
  }

  public static InvalidDocument at(String pointer, String code, String message) {
    return new InvalidDocument(Code.INVALID_ARGUMENT, new FieldError(pointer, code, message));
  }

  private static String describe(FieldError error) {
    return error.pointer().isEmpty() ? error.message() : error.pointer() + ": " + error.message();
  }
}
