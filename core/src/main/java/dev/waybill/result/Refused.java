package dev.waybill.result;

import dev.waybill.Code;
import dev.waybill.WaybillException;

/// A call, or one item of a call, was refused and changed nothing.
public record Refused(Code code, String detail)
    implements EnqueueResult,
        ExtendResult,
        SettleResult,
        PublishResult,
        ChangeResult,
        SendResult,
        SuppressionResult {

  public WaybillException asException() {
    return new WaybillException(code, detail);
  }
}
