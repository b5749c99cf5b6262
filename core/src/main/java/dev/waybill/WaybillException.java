package dev.waybill;

import dev.waybill.result.Refused;
import org.jspecify.annotations.Nullable;

/// A failure that Waybill reports, with its [Code].
public class WaybillException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final Code code;

  public WaybillException(Code code, String message) {
    this(code, message, null);
  }

  public WaybillException(Code code, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.code = code;
  }

  public Code code() {
    return code;
  }

  public Refused asRefusal() {
    return new Refused(code, String.valueOf(getMessage()));
  }
}
