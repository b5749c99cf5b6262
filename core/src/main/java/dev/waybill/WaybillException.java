package dev.waybill;

import dev.waybill.result.FieldError;
import dev.waybill.result.Refused;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A failure that Waybill reports, with its [Code].
public class WaybillException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final Code code;
  private final transient List<FieldError> errors;

  public WaybillException(Code code, String message) {
    this(code, message, null, List.of());
  }

  public WaybillException(Code code, String message, @Nullable Throwable cause) {
    this(code, message, cause, List.of());
  }

  /// @param errors the fields of the request that are wrong
  public WaybillException(Code code, String message, List<FieldError> errors) {
    this(code, message, null, errors);
  }

  private WaybillException(
      Code code, String message, @Nullable Throwable cause, List<FieldError> errors) {
    super(message, cause);
    this.code = code;
    this.errors = List.copyOf(errors);
  }

  public Code code() {
    return code;
  }

  /// The fields of the request that are wrong, if it is known which.
  public List<FieldError> errors() {
    return errors;
  }

  public Refused asRefusal() {
    return new Refused(code, String.valueOf(getMessage()), errors);
  }
}
