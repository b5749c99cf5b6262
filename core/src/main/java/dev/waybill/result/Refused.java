package dev.waybill.result;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import java.util.List;

/// A call, or one item of a call, was refused and changed nothing.
///
/// @param errors the fields that are wrong, if it is known which
public record Refused(Code code, String detail, List<FieldError> errors)
    implements EnqueueResult,
        ExtendResult,
        SettleResult,
        PublishResult,
        ChangeResult,
        SendResult,
        SuppressionResult {

  public Refused {
    errors = List.copyOf(errors);
  }

  public Refused(Code code, String detail) {
    this(code, detail, List.of());
  }

  public WaybillException asException() {
    return new WaybillException(code, detail, errors);
  }
}
