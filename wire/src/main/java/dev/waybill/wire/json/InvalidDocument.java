package dev.waybill.wire.json;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import java.util.List;

/// An invalid document, with the errors in its fields.
public final class InvalidDocument extends WaybillException {

  private static final long serialVersionUID = 1L;

  private final transient List<FieldError> errors;

  public InvalidDocument(Code code, FieldError error) {
    super(code, describe(error));
    this.errors = List.of(error);
  }

  public InvalidDocument(Code code, String detail, List<FieldError> errors) {
    super(code, detail);
    this.errors = List.copyOf(errors);
  }

  public static InvalidDocument at(String pointer, String code, String message) {
    return new InvalidDocument(Code.INVALID_ARGUMENT, new FieldError(pointer, code, message));
  }

  public List<FieldError> errors() {
    return errors;
  }

  private static String describe(FieldError error) {
    return error.pointer().isEmpty() ? error.message() : error.pointer() + ": " + error.message();
  }
}
