package dev.waybill.client;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.result.Refused;
import dev.waybill.wire.Problem;
import java.util.List;

/// A call that was answered with a problem.
final class RefusedCall extends WaybillException {

  private static final long serialVersionUID = 1L;

  private final transient Problem problem;

  RefusedCall(Code code, String message, Problem problem) {
    super(code, message);
    this.problem = problem;
  }

  Problem problem() {
    return problem;
  }

  /// Whether a smaller body, or one without some of its items, might have been taken.
  boolean isAboutTheBody() {
    return code() == Code.PAYLOAD_TOO_LARGE || !problem.errors().isEmpty();
  }

  /// The refusal, where it is one that the same call answers in process; thrown otherwise.
  Refused orThrow(Code... expected) {
    if (List.of(expected).contains(code())) {
      return asRefusal();
    }
    throw this;
  }
}
