package dev.waybill.result;

import dev.waybill.Code;
import dev.waybill.WaybillException;

/// The answer to a call, or to one item of it, that changed nothing.
public record Refused(Code code, String detail)
    implements EnqueueResult, ExtendResult, SettleResult, PublishResult, ChangeResult {

  public WaybillException asException() {
    return new WaybillException(code, detail);
  }
}
